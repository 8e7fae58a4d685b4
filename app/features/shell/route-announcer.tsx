import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Outlives the document, which an error page renders anew. */
let shownPath: string | undefined;

/**
 * Does for a page that comes without being loaded what browsers do for one that is: says its title to screen readers
 * and lets the keyboard go on from its beginning, or from the section that a link leads to. What stays on its page
 * (tabs, searches, the steps of a form) takes care of its own focus.
 */
export function RouteAnnouncer() {
  const { pathname, hash, key } = useLocation();
  const announcer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const path = pathname.replace(/\/$/, "");
    const before = shownPath;
    shownPath = path;
    const samePage = before === path;
    if (before === undefined || (samePage && hash === "")) return;
    // Written past React: the title is the document's, and is in place by now.
    if (!samePage && announcer.current) announcer.current.textContent = document.title;
    focusStart(hash.slice(1));
  }, [pathname, hash, key]);
  return <p ref={announcer} className="sr-only" aria-live="polite" aria-atomic="true" />;
}

/** @param id of the section that was asked for; empty for the page as a whole */
function focusStart(id: string): void {
  const section = document.getElementById(id);
  const start = section
    ? (section.querySelector<HTMLElement>("h1, h2") ?? section)
    : document.querySelector<HTMLElement>("main h1");
  if (!start) return;
  start.tabIndex = -1;
  start.classList.add("outline-none");
  start.focus({ preventScroll: true });
}
