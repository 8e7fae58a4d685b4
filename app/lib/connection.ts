/** Whether the server can be asked: a browser that says it is offline may still reach one on its own machine. */
export async function isReachable(): Promise<boolean> {
  return navigator.onLine || answersSoon();
}

/** Whether the server answers, in as many milliseconds where they are given. */
export async function answersSoon(within?: number): Promise<boolean> {
  return (await headOf("/healthz", within)) !== null;
}

/** Names what an address shows at this moment; null when no answer comes in as many milliseconds, or a failure (5xx). */
export async function versionOf(address: string, within: number): Promise<string | null> {
  const answer = await headOf(address, within);
  if (answer === null || answer.status >= 500) return null;
  return `${answer.status} ${answer.headers.get("ETag") ?? ""}`;
}

async function headOf(address: string, within?: number): Promise<Response | null> {
  const late = new AbortController();
  const timer = within !== undefined && setTimeout(() => late.abort(), within);
  try {
    return await fetch(address, { method: "HEAD", cache: "no-store", signal: late.signal });
  } catch {
    return null;
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
