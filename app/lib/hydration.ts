import { startTransition, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Whether React has hydrated the server's page. Always false on the server. */
let hydrated = false;

/**
 * Use once, in the root: its effect runs after those of everything that came with the page. It says so on the
 * document too, for whoever drives the page from outside.
 */
export function useHydrationMark(): void {
  useEffect(() => {
    hydrated = true;
    document.documentElement.dataset.hydrated = "";
  }, []);
}

/**
 * A value that only the browser knows. The page is hydrated with the server's guess, and what differs is
 * drawn anew as a transition, in small pieces: `useSyncExternalStore` would do so in one long task, while
 * which no tap is answered. What appears later has the browser's value from the start.
 *
 * @param subscribe registers a listener and returns how to leave; the same function each time
 * @param read the value now; the same function each time
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

/** React's `useLayoutEffect`, without the warning that it gives while it renders on the server. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
