import { dismissToast, showToast } from "~/ui/toast-store";
import { connectionTexts } from "./connection-texts";

/** Between tries, in milliseconds; the last for every further one. */
const PAUSES = [500, 1000, 2000, 4000];

interface PatientFetchParts {
  fetch: typeof fetch;
  /** Whether data is read for a page that is to be opened, and not to update the one that is shown. */
  waitsToRead: (path: string) => boolean;
  /** Whether what is posted there does the same however often it arrives. */
  waitsToPost: (path: string) => boolean;
}

/**
 * A `fetch` that does not fail where Remix reads another page's data, or posts what does the same twice, and the
 * network is away: it tries again, so that the page that is shown stays until the next one is there. Leaving for
 * somewhere else aborts it. Everything else fails as ever.
 */
export function patientFetch(parts: PatientFetchParts): typeof fetch {
  const { fetch, waitsToRead, waitsToPost } = parts;
  const mayWait = (input: RequestInfo | URL, init: RequestInit | undefined) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return false;
    return init?.method === undefined ? waitsToRead(input.pathname) : waitsToPost(input.pathname);
  };
  return async (input, init) => {
    let message: number | undefined;
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await fetch(input, init);
        } catch (error) {
          const signal = init?.signal;
          if (signal?.aborted || !mayWait(input, init)) throw error;
          message ??= showToast(
            "loading",
            navigator.onLine ? connectionTexts().unanswered : connectionTexts().waiting,
          );
          await nextTry(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0, signal);
        }
      }
    } finally {
      if (message !== undefined) dismissToast(message);
    }
  };
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
