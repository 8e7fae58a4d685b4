/**
 * Puts an empty storage in the place of a session storage that the visitor forbids: Remix's own inline script for
 * scroll positions does not expect one that throws. Its source is sent as an inline script of the head.
 */
export function replaceForbiddenStorage(): void {
  try {
    void sessionStorage.length;
  } catch {
    const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
    Object.defineProperty(window, "sessionStorage", { value: nothing });
  }
}
