import { Outlet } from "@remix-run/react";
import { usePageHandle } from "~/features/shell/page-handle";
import { SiteFooter } from "~/features/shell/site-footer";
import { SiteHeader } from "~/features/shell/site-header";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { NEW_TAB_NOTE } from "~/ui/external-link";

/** Header, main element and footer of the public site. A route's `handle` has the page's options for them. */
export default function SiteLayout() {
  const { footer = true, Opening } = usePageHandle();
  return (
    <div className={largeText}>
      {Opening && <Opening />}
      <SkipLink />
      <SiteHeader />
      <main id={CONTENT_ID} tabIndex={-1} className="peer/main outline-none">
        <Outlet />
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
