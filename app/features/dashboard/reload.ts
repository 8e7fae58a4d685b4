import toast from "react-hot-toast/headless";

/** Delay between the press and the reload, in milliseconds. */
const WAIT_MS = 100;

/** Longest wait for the check that the server is reachable, in milliseconds. */
const ANSWER_MS = 4_000;

/** Loads the page again, unless the server does not answer: then it stays, instead of the browser's error page. */
export function reloadSoon(): void {
  setTimeout(() => {
    void serverAnswers().then((answers) => (answers ? window.location.reload() : sayNoAnswer()));
  }, WAIT_MS);
}

/** Whether the server can be reached. A sign-in page in front of it counts: a document can show it. */
export function serverAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch("/healthz", { method: "HEAD", cache: "no-store", signal }).then(
    ({ status }) => status < 500,
    () => false,
  );
}

export function sayNoAnswer(): void {
  toast.error("No answer came. The page stays as it is.");
}
