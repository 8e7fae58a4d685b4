import { ScrollRestoration, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/**
 * Remix's scroll restoration, without the smooth scrolling of the style sheet: that is for links to a section of the
 * page which is shown. The way back to a scroll position and the top of a new page are there at once.
 */
export function ScrollPosition({ nonce }: { nonce: string | undefined }) {
  return (
    <>
      <InstantScrolling />
      <ScrollRestoration nonce={nonce} />
    </>
  );
}

/** Its layout effect runs before that of the scroll restoration beside it, its effect afterwards. */
function InstantScrolling() {
  const { pathname, hash, key } = useLocation();
  const shownPath = useRef<string>();
  useBrowserLayoutEffect(() => {
    const before = shownPath.current;
    shownPath.current = pathname;
    // A document is where it is to be; measuring it would make its hydration wait.
    if (before === undefined || (hash && before === pathname)) return;
    const root = document.documentElement;
    root.style.scrollBehavior = "auto";
    // Chrome scrolls to the top with the style of the last layout.
    root.getClientRects();
  }, [pathname, hash, key]);
  useEffect(() => void (document.documentElement.style.scrollBehavior = ""), [key]);
  return null;
}
