/** Whether the visitor wants to save data. */
export function savesData(): boolean {
  // The Network Information API is not in TypeScript's library: only some browsers have it.
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
