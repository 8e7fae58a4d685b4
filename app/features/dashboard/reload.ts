import { isRouteErrorResponse, replace } from "@remix-run/react";
import toast from "react-hot-toast/headless";

/** Delay between the press and the reload, in milliseconds. */
const WAIT_MS = 100;

/** Longest wait for the check that the server is reachable, in milliseconds. */
const ANSWER_MS = 4_000;

/** A request without an answer for this long counts as unanswered. Milliseconds. */
const LONGEST_MS = 30_000;

/** Loads the page again, unless the server does not answer: then it stays, instead of the browser's error page. */
export function reloadSoon(): void {
  setTimeout(() => {
    void serverAnswers().then((answers) => (answers ? window.location.reload() : sayNoAnswer()));
  }, WAIT_MS);
}

/**
 * Ends a move for which no answer came: the page stays as it is. Back and Forward have already changed the address, so
 * an error page takes the place of the other address's rows. An answer that is not ours, such as a proxy's sign-in page,
 * is loaded as a document.
 */
export async function endMove(error: unknown, request: Request): Promise<never> {
  const isAnswered = error instanceof Response || isRouteErrorResponse(error);
  if (isAnswered || request.signal.aborted) throw error;
  // `fetch` rejects with a TypeError if there is no response.
  const isNotOurs = !(error instanceof TypeError) && (await serverAnswers());
  if (request.signal.aborted) throw error;
  if (isNotOurs) {
    return loadDocument(request.url);
  }
  const { origin, pathname, search } = window.location;
  const isThere = request.url === origin + pathname + search;
  if (!isThere) sayNoAnswer();
  throw isThere ? new Response(null, { status: 504 }) : replace(pathname + search);
}

/** Ends a move by loading its target as a document. */
export function loadDocument(url: string): Promise<never> {
  window.location.assign(url);
  return new Promise(() => undefined);
}

/** @returns the answer; rejects when it does not come in time */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("No answer came in time")), LONGEST_MS);
  });
  return Promise.race([answer, late]);
}

/** Whether the server can be reached. A sign-in page in front of it counts: a document can show it. */
function serverAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch("/healthz", { method: "HEAD", cache: "no-store", signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

function sayNoAnswer(): void {
  toast.error("No answer came. The page stays as it is.");
}
