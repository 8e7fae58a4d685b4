import { NavigationType, useLocation, useNavigationType } from "@remix-run/react";
import { startTransition, useEffect, useState } from "react";
import { useBrowserLayoutEffect, useHydrated } from "../lib/hydration";

/**
 * Whether what is below the first screen is to be rendered. A link within the site shows the first screen of its page
 * first and the rest a moment later, so that it answers at once on slow phones too. A document, and the way Back to a
 * scroll position, have the whole page from the start.
 *
 * Render the section that the address names (`#roadmap`) from the start: it is kept in its place.
 */
export function useBelowFirstScreen(): boolean {
  const hydrated = useHydrated();
  const navigation = useNavigationType();
  const { hash } = useLocation();
  const [firstScreenAlone] = useState(hydrated && navigation !== NavigationType.Pop);
  const [painted, setPainted] = useState(!firstScreenAlone);
  useEffect(() => {
    if (!firstScreenAlone) return;
    const frame = requestAnimationFrame(() => {
      // The task after the frame's callbacks comes after its paint.
      setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [firstScreenAlone]);
  useBrowserLayoutEffect(() => {
    if (!firstScreenAlone || !painted || !hash) return;
    // What came above it has pushed it away, where browsers do not anchor the scroll position.
    document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: "instant" });
  }, [firstScreenAlone, painted]);
  return painted;
}
