import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and while React hydrates the page; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** React's `useLayoutEffect` without the warning that React 18 logs for it on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
