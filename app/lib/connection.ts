/** Whether the server can be asked: a browser that says it is offline may still reach one on its own machine. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine || answersSoon();
}

/** Whether the server answers, in as many milliseconds where they are given. */
export async function answersSoon(within?: number): Promise<boolean> {
  const late = new AbortController();
  const timer = within !== undefined && setTimeout(() => late.abort(), within);
  try {
    await fetch("/healthz", { method: "HEAD", cache: "no-store", signal: late.signal });
    return true;
  } catch {
    return false;
  } finally {
    if (timer !== false) clearTimeout(timer);
  }
}

/** Whether the browser was asked to use little data; true on the server, which cannot know. */
export function savesData(): boolean {
  if (typeof navigator === "undefined") return true;
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
