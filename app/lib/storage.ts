/**
 * Uses local or session storage. Storage may be full, forbidden or read-only; the page then works without it.
 *
 * @returns the result of `action`; undefined if storage threw an error, which is logged
 */
export function tryStorage<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    // oxlint-disable-next-line no-console -- nothing else tells of it
    console.warn("storage:", error);
    return undefined;
  }
}
