import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Outlives the document, which an error page renders anew. */
let shownPath: string | undefined;

/**
 * Does for a page that comes without being loaded what browsers do for one that is: says its title to screen readers
 * and lets the keyboard go on from its beginning. What stays on its page (tabs, searches, the steps of a form) takes
 * care of its own focus.
 */
export function RouteAnnouncer() {
  const { pathname, hash } = useLocation();
  const announcer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const path = pathname.replace(/\/$/, "");
    const before = shownPath;
    shownPath = path;
    if (before === undefined || before === path) return;
    // Written past React: the title is the document's, and is in place by now.
    if (announcer.current) announcer.current.textContent = document.title;
    focusHeading(hash.slice(1));
  }, [pathname, hash]);
  return <p ref={announcer} className="sr-only" aria-live="polite" aria-atomic="true" />;
}

/** @param id of the section that was asked for; empty for the page as a whole */
function focusHeading(id: string): void {
  const section = document.getElementById(id);
  const heading =
    section?.querySelector<HTMLElement>("h1, h2") ?? document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.classList.add("outline-none");
  heading.focus({ preventScroll: true });
}
