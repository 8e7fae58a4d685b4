import { useCallback, useEffect, useLayoutEffect, useSyncExternalStore } from "react";

/**
 * Sets `<html data-hydrated>` when hydration is complete, for style sheets and browser tests. Use it once, in the root,
 * whose effect runs after the effects of all components below.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    document.documentElement.dataset.hydrated = "";
  }, []);
}

const never = () => () => {};

/** False on the server and while React hydrates the page; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Whether a media query matches now; false on the server. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** React's `useLayoutEffect` without the warning that React 18 logs for it on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
