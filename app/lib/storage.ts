/**
 * Uses local or session storage, which may be full, forbidden or only for reading: then the page does without.
 *
 * @returns what was read; undefined, too, where storage cannot be used
 */
export function tryStorage<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** Writes to storage. @returns whether it is written */
export function wroteStorage(write: () => void): boolean {
  return (
    tryStorage(() => {
      write();
      return true;
    }) ?? false
  );
}
