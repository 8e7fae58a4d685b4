/** Longest wait of the browser for the server: more than the largest `UPSTREAM_TIMEOUT_MS`. */
const LONGEST_WAIT_MS = 65_000;

/** An answer of the server; rejects when it does not come in time. @param longestMs in milliseconds */
export function inTime<T>(answer: Promise<T>, longestMs = LONGEST_WAIT_MS): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("No answer came in time")), longestMs);
  });
  return Promise.race([answer, late]);
}
