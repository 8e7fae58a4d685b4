import { useEffect } from "react";

/** Empties local and session storage once an account is deleted. */
export function useEmptiedStorage(deleted: boolean): void {
  useEffect(() => {
    if (!deleted) return;
    try {
      localStorage.clear();
      sessionStorage.clear();
    } catch {
      // Storage may be blocked; then there is nothing in it.
    }
  }, [deleted]);
}
