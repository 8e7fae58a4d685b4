import { beginWaiting, isOwnAnswer } from "~/lib/connection";
import { dismissToast, showToast } from "~/ui/toast-store";
import { connectionTexts } from "./connection-texts";

/** A post that the server has refused, in a way that is no page's. */
export class RefusedError extends Error {
  /** @param refusal its name, as the header `X-Refusal` says */
  constructor(readonly refusal: string) {
    super(refusal);
  }
}

/** Between tries, in milliseconds; the last for every further one. */
const PAUSES = [500, 1000, 2000, 4000];

/** What an answer may take on its way beside the time that the server has for it, in milliseconds. */
const ON_ITS_WAY = 5000;

interface PatientFetchParts {
  fetch: typeof fetch;
  /** The longest time that the server takes to answer, in milliseconds. */
  longestAnswer: () => number;
  /** Whether data is read to open a page, and not to update the one that is shown. */
  opens: (data: URL) => boolean;
  /** Whether a read has to be there to its end within that time. */
  isWholeInTime: boolean;
  /** Whether what is posted there does the same however often it arrives. */
  waitsToPost: (path: string) => boolean;
}

/**
 * A `fetch` that does not fail where Remix reads another page's data, or posts what does the same twice, and the
 * network is away: it tries again, so that the page that is shown stays until the next one is there. Leaving for
 * somewhere else aborts it. A read that updates the page that is shown is tried once more, without a word. A post fails
 * as without a network when its answer is not there in time, to its end; a read when its answer has not begun by then,
 * because it may be long. A refused post says so, unless it waits and the refusal is one of the moment (503). Everything
 * else fails as ever.
 *
 * Of a page's data whatever is not the server's answer counts as a lost network: the error page of a proxy, a login, a
 * captive portal. So does, where data are read, a server that has no answer yet (5xx without data).
 */
export function patientFetch(parts: PatientFetchParts): typeof fetch {
  const { fetch, longestAnswer, opens, isWholeInTime, waitsToPost } = parts;
  return async (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return fetch(input, init);
    const { pathname } = input;
    const isPost = init?.method !== undefined;
    const mayWait = () => (isPost ? waitsToPost(pathname) : opens(input));
    // Who opens the page that is shown is known only after React has drawn.
    const mayTryAgain = (tries: number) => mayWait() || (!isPost && tries === 0);
    // A slow network carries a byte in a millisecond.
    const written = init?.body instanceof URLSearchParams ? init.body.toString().length : 0;
    let endWaiting: (() => void) | undefined;
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          // The server tries a read twice.
          const ms = longestAnswer() * (isPost ? 1 : 2) + ON_ITS_WAY + written;
          const answer = await inTime(ms, init?.signal, async (signal) => {
            const answer = await fetch(input, { ...init, signal });
            const refusal = isPost ? answer.headers.get("X-Refusal") : null;
            if (refusal !== null) {
              const isPassing = answer.status === 503 && mayWait();
              throw isPassing ? new TypeError("Refused") : new RefusedError(refusal);
            }
            const own = ownAnswer(answer, isPost);
            return isPost || isWholeInTime ? whole(own) : own;
          });
          return await whole(answer);
        } catch (error) {
          const signal = init?.signal;
          if (signal?.aborted || error instanceof RefusedError || !mayTryAgain(tries)) throw error;
          if (mayWait()) endWaiting ??= wait();
          await nextTry(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0, signal);
        }
      }
    } finally {
      endWaiting?.();
    }
  };
}

/** @throws TypeError, as `fetch` without a network, for what is none */
function ownAnswer(answer: Response, isPost: boolean): Response {
  const isMakeshift = answer.status >= 500 && !answer.headers.has("X-Remix-Response");
  if (isOwnAnswer(answer) && (isPost || !isMakeshift)) return answer;
  void answer.body?.cancel();
  throw new TypeError("Not the server's answer");
}

/** An answer whose body has arrived. */
async function whole(answer: Response): Promise<Response> {
  return answer.body ? new Response(await answer.arrayBuffer(), answer) : answer;
}

/** Says that an answer is waited for. @returns how to end that */
function wait(): () => void {
  const { unanswered, waiting } = connectionTexts();
  const message = showToast("loading", navigator.onLine ? unanswered : waiting);
  const end = beginWaiting();
  return () => {
    dismissToast(message);
    end();
  };
}

/**
 * Gives a request up that does not resolve in so many milliseconds, or that nobody waits for any more, also after that.
 *
 * @throws TypeError when it has not resolved in time
 */
async function inTime(
  ms: number,
  wanted: AbortSignal | null | undefined,
  request: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), ms);
  wanted?.addEventListener("abort", () => end.abort(wanted.reason));
  try {
    return await request(end.signal);
  } catch (error) {
    throw end.signal.aborted && !wanted?.aborted ? new TypeError("No answer in time") : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after a pause, at once when the network is back, or when nobody waits any more. */
function nextTry(pause: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, pause);
    window.addEventListener("online", end);
    signal?.addEventListener("abort", end);
    function end() {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    }
  });
}
