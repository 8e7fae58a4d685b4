import { startTransition, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Whether React has hydrated the document. Always false on the server. */
let hydrated = false;

/**
 * Notes when hydration is complete. Use it once, in the root: its effect runs after the effects of all components
 * below. It also sets `<html data-hydrated>`, for style sheets and browser tests.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    hydrated = true;
    document.documentElement.dataset.hydrated = "";
  }, []);
}

/**
 * A value that only the browser knows. The page is hydrated with the server's value, and differences are rendered in a
 * transition, in short tasks: `useSyncExternalStore` would render them in one long task that blocks input.
 * Components that mount after hydration have the browser's value from the start.
 *
 * @param subscribe registers a listener and returns the function that removes it; must be stable between renders
 * @param read returns the current value; must be stable between renders
 * @param onServer the value on the server and during hydration
 */
export function useBrowserValue<Value>(
  subscribe: (listener: () => void) => () => void,
  read: () => Value,
  onServer: Value,
): Value {
  const [value, setValue] = useState(() => (hydrated ? read() : onServer));
  useEffect(() => {
    const update = () => setValue(() => read());
    startTransition(update);
    return subscribe(update);
  }, [subscribe, read]);
  return value;
}

const never = () => () => {};
const inBrowser = () => true;

/** False on the server and while React hydrates the page; true from then on. */
export function useHydrated(): boolean {
  return useBrowserValue(never, inBrowser, false);
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
  const matches = useCallback(() => matchMedia(query).matches, [query]);
  return useBrowserValue(subscribe, matches, false);
}

/** React's `useLayoutEffect` without the warning that React 18 logs for it on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
