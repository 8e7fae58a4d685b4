import { useState, type ReactNode } from "react";
import { inert } from "~/lib/inert";
import { CoveredProvider } from "~/ui/covered";
import { NEW_TAB_NOTE } from "~/ui/external-link";
import { usePageHandle } from "./page-handle";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import { SkipLink } from "./skip-link";

/** Header, main and footer of the public site; what a page varies of them stands in its route's `handle`. */
export function SiteShell({ children }: { children: ReactNode }) {
  const { current, footer = true, Entrance } = usePageHandle();
  const [covered, setCovered] = useState(false);
  return (
    <>
      {Entrance && <Entrance onCover={setCovered} />}
      <div className="site" {...inert(covered)}>
        <SkipLink />
        <SiteHeader current={current} />
        <main id="content" tabIndex={-1} className="peer/main">
          <CoveredProvider value={covered}>{children}</CoveredProvider>
        </main>
        {footer && <SiteFooter />}
        <p id={NEW_TAB_NOTE} hidden>
          Opens in a new tab
        </p>
      </div>
    </>
  );
}
