/** Whether the server can be asked: a browser that says it is offline may still reach one on its own machine. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine) return true;
  try {
    await fetch("/healthz", { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

/** Whether the browser was asked to use little data; true on the server, which cannot know. */
export function savesData(): boolean {
  if (typeof navigator === "undefined") return true;
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
