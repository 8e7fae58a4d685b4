import type { ReactNode } from "react";
import { NEW_TAB_NOTE } from "~/ui/external-link";
import { usePageHandle } from "./page-handle";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { CONTENT_ID, SkipLink } from "./skip-link";

/** Header, main element and footer of the public site. A route's `handle` has the page's options for them. */
export function SiteShell({ children }: { children: ReactNode }) {
  const { current, footer = true } = usePageHandle();
  return (
    <div className={largeText}>
      <SkipLink />
      <SiteHeader current={current} />
      <main id={CONTENT_ID} tabIndex={-1} className="peer/main outline-none">
        {children}
      </main>
      {footer && <SiteFooter />}
      <p id={NEW_TAB_NOTE} hidden>
        Opens in a new tab
      </p>
    </div>
  );
}

/** Enlarged text breaks its longest words before it overflows the page. */
const largeText = "wrap-break-word [&_:is(h1,h2,h3)]:wrap-anywhere";
