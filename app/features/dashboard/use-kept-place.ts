import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/**
 * Keeps the scroll position when a page's data are loaded again: Remix's `ScrollRestoration` goes back to where the page
 * was when that load began, which may be seconds ago.
 *
 * @param loaded the page's data
 */
export function useKeptPlace(loaded: unknown): void {
  const { key } = useLocation();
  const lastKey = useRef<string | null>(null);
  useBrowserLayoutEffect(() => {
    const isNavigation = lastKey.current !== key;
    lastKey.current = key;
    if (isNavigation) return;
    const { scrollX, scrollY } = window;
    // After the layout effect of `ScrollRestoration`, and before the paint.
    queueMicrotask(() => window.scrollTo(scrollX, scrollY));
  }, [loaded, key]);
}
