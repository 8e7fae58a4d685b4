import { useEffect, useRef, useState, type ReactNode } from "react";
import { BehindOverlayProvider, inert } from "~/ui/inert";
import { NEW_TAB_NOTE } from "~/ui/external-link";
import { usePageHandle } from "./page-handle";
import { MobileMenu } from "./mobile-menu";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { CONTENT_ID, SkipLink } from "./skip-link";

/** Header, main element and footer of the public site. A route's `handle` has the page's options for them. */
export function SiteShell({ children }: { children: ReactNode }) {
  const { current, footer = true, Overlay } = usePageHandle();
  const [covered, setCovered] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const wasCovered = useRef(false);
  // The focus was inside the overlay that has just closed.
  useEffect(() => {
    if (wasCovered.current && !covered) {
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
    }
    wasCovered.current = covered;
  }, [covered]);
  return (
    <>
      {Overlay && <Overlay onCover={setCovered} />}
      <div className={largeText} {...inert(covered || menuOpen)}>
        <SkipLink />
        <SiteHeader current={current} />
        <main id={CONTENT_ID} tabIndex={-1} className="peer/main outline-none">
          <BehindOverlayProvider value={covered}>{children}</BehindOverlayProvider>
        </main>
        {footer && <SiteFooter />}
        <p id={NEW_TAB_NOTE} hidden>
          Opens in a new tab
        </p>
      </div>
      <MobileMenu current={current} onToggle={setMenuOpen} />
    </>
  );
}

/** Enlarged text breaks its longest words before it overflows the page. */
const largeText = "wrap-break-word [&_:is(h1,h2,h3)]:wrap-anywhere";
