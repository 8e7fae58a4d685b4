/** Whether the browser was asked to use little data; true on the server, which cannot know. */
export function savesData(): boolean {
  if (typeof navigator === "undefined") return true;
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
