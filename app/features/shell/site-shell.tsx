import type { ReactNode } from "react";
import { inert } from "~/lib/inert";
import { CoveredProvider } from "~/ui/covered";
import { NEW_TAB_NOTE } from "~/ui/external-link";
import { ToastArea } from "~/ui/toast-area";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";
import "~/ui/messages.css";
import "./site-shell.css";

interface SiteShellProps {
  children: ReactNode;
  /** What of the header this page is: `Home`, `Scout`, `PulseGen`, `Contact Us`, `Blogs`. */
  current?: string;
  /** Off while something else has the page to itself (a contact popup). */
  footer?: boolean;
  /** Off while a modal popup shows them: what lies behind it is out of reach. */
  toasts?: boolean;
  /** Something covers the page: nothing of it takes focus or is read. */
  covered?: boolean;
}

/** Header, main and footer of every marketing page. */
export function SiteShell({
  children,
  current,
  footer = true,
  toasts = true,
  covered = false,
}: SiteShellProps) {
  return (
    <div className="site" {...inert(covered)}>
      <a className="skip-link btn" href="#content">
        Skip to content
      </a>
      <SiteHeader current={current} />
      <main id="content" tabIndex={-1}>
        <CoveredProvider value={covered}>{children}</CoveredProvider>
      </main>
      {footer && <SiteFooter />}
      <p id={NEW_TAB_NOTE} hidden>
        Opens in a new tab
      </p>
      {toasts && <ToastArea />}
    </div>
  );
}
