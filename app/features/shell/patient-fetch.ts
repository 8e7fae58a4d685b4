import { registerRetry, isOwnResponse } from "~/lib/connection";
import { dismissToast, showToast } from "~/ui/toast-store";
import { connectionTexts } from "./connection-texts";

/** Thrown for a post that the server rejected before any page code ran. */
export class RefusedError extends Error {
  /** @param refusal name of the refusal, from the header `X-Refusal` */
  constructor(readonly refusal: string) {
    super(refusal);
  }
}

/** Pauses between tries in milliseconds; the last one is used for all further tries. */
const PAUSES = [500, 1000, 2000, 4000];

/** Time that a response may take on the network, in addition to the server's own time, in milliseconds. */
const NETWORK_MS = 5000;

interface PatientFetchParts {
  fetch: typeof fetch;
  /** The longest time that the server takes to respond, in milliseconds. */
  longestAnswer: () => number;
  /** Whether data is read to open a page, and not to update the current page. */
  opens: (data: URL) => boolean;
  /** Whether the whole body of a read has to arrive within the time limit, and not only its start. */
  isWholeInTime: boolean;
  /** Whether posts to this path are idempotent, so that they may be repeated. */
  waitsToPost: (path: string) => boolean;
}

/**
 * A `fetch` for Remix's data requests that retries when the network is lost: reads that open another page (the current
 * page stays meanwhile) and idempotent posts until they succeed or are aborted, reads that update the current page once,
 * without a message. A post times out when its whole response has not arrived in time; a read when its response has not
 * begun by then, because it may be long. A refused post throws {@link RefusedError}, unless it is idempotent and the
 * refusal is temporary (503). All other requests are passed to `fetch` unchanged.
 *
 * Any response that is not the server's counts as a lost network: the error page of a proxy, a login, a captive portal.
 * For reads, so does a server error without Remix's data (5xx).
 */
export function patientFetch(parts: PatientFetchParts): typeof fetch {
  const { fetch, longestAnswer, opens, isWholeInTime, waitsToPost } = parts;
  return async (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return fetch(input, init);
    const { pathname } = input;
    const isPost = init?.method !== undefined;
    // Evaluated at each try: whether a read opens a page is known only after React has rendered the navigation.
    const retriesOn = () => (isPost ? waitsToPost(pathname) : opens(input));
    const mayTryAgain = (tries: number) => retriesOn() || (!isPost && tries === 0);
    // A slow network needs a millisecond for each byte.
    const uploadMs = init?.body instanceof URLSearchParams ? init.body.toString().length : 0;
    let endWaiting: (() => void) | undefined;
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          // The server itself makes two attempts at a read.
          const ms = longestAnswer() * (isPost ? 1 : 2) + NETWORK_MS + uploadMs;
          const response = await inTime(ms, init?.signal, async (signal) => {
            const response = await fetch(input, { ...init, signal });
            const refusal = isPost ? response.headers.get("X-Refusal") : null;
            if (refusal !== null) {
              const isTemporary = response.status === 503 && retriesOn();
              throw isTemporary ? new TypeError("Refused") : new RefusedError(refusal);
            }
            const own = ownResponse(response, isPost);
            return isPost || isWholeInTime ? withWholeBody(own) : own;
          });
          return await withWholeBody(response);
        } catch (error) {
          const signal = init?.signal;
          if (signal?.aborted || error instanceof RefusedError || !mayTryAgain(tries)) throw error;
          if (retriesOn()) endWaiting ??= showWaiting();
          await nextTry(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0, signal);
        }
      }
    } finally {
      endWaiting?.();
    }
  };
}

/** Returns a usable response of our server. @throws TypeError for others, and for a read that is a 5xx without data */
function ownResponse(response: Response, isPost: boolean): Response {
  const hasNoData = response.status >= 500 && !response.headers.has("X-Remix-Response");
  if (isOwnResponse(response) && (isPost || !hasNoData)) return response;
  void response.body?.cancel();
  throw new TypeError("Not the server's answer");
}

/** Waits until the whole body of a response has arrived. */
async function withWholeBody(response: Response): Promise<Response> {
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** Shows that a request is being retried. @returns a function that ends this */
function showWaiting(): () => void {
  const { unanswered, waiting } = connectionTexts();
  const message = showToast("loading", navigator.onLine ? unanswered : waiting);
  const end = registerRetry();
  return () => {
    dismissToast(message);
    end();
  };
}

/**
 * Aborts a request that does not resolve within `ms`, or whose caller aborts, even after the request has resolved.
 *
 * @throws TypeError if the request has not resolved in time
 */
async function inTime(
  ms: number,
  callerSignal: AbortSignal | null | undefined,
  request: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), ms);
  callerSignal?.addEventListener("abort", () => end.abort(callerSignal.reason));
  try {
    return await request(end.signal);
  } catch (error) {
    throw end.signal.aborted && !callerSignal?.aborted ? new TypeError("No answer in time") : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after a pause, or earlier when the network is back or the caller aborts. */
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
