import { useEffect, useRef, useState, type ReactNode } from "react";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { useNotedMoves } from "~/features/shell/routed-page";
import { useHydrated } from "~/lib/hydration";
import { SandboxNote } from "~/ui/sandbox-note";
import type { Tab } from "./dashboard-url";
import { Sidebar } from "./sidebar";

interface DashboardFrameProps {
  /** Where the logo leads: to the same view. */
  home: string;
  /** Null on a page that is no tab. */
  tab: Tab | null;
  /** The address by which the view is read again, where that can differ from the page's. */
  view?: string;
  heading: string;
  /** Last part of the breadcrumb `Pages / …`. */
  breadcrumb: string;
  /** Says whose trips are shown; null where the company's own service answers. */
  sandbox?: string | null;
  /** Beside the heading: what keeps the figures up to date. */
  live?: ReactNode;
  dialog?: ReactNode;
  /** What stands under the heading. */
  children: ReactNode;
}

/** What stands around whatever a tab or page has to show, or to say of why it cannot. */
export function DashboardFrame(props: DashboardFrameProps) {
  const { home, tab, view, heading, breadcrumb, sandbox, live, dialog, children } = props;
  const content = useFocusOnContent();
  useNotedMoves(view);
  return (
    <div className={page}>
      <SkipLink />
      <Sidebar home={home} tab={tab} />
      <main className={main} id={CONTENT_ID} ref={content} tabIndex={-1}>
        {sandbox && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">{sandbox}</SandboxNote>
        )}
        <nav className="mb-2 flex gap-2 text-15 text-ink-2" aria-label="Breadcrumb">
          <span>Pages</span>
          <span aria-hidden="true">/</span>
          <b className="font-semibold text-ink" aria-current="page">
            {breadcrumb}
          </b>
        </nav>
        <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="text-heading/heading wrap-anywhere">{heading}</h1>
          {live}
        </div>
        {children}
      </main>
      {dialog}
    </div>
  );
}

/**
 * Gives the focus to the content where the frame that had it has gone: a view and the error in its place have one each.
 * A document leaves it to the browser.
 */
function useFocusOnContent() {
  const content = useRef<HTMLElement>(null);
  const [replaces] = useState(useHydrated());
  useEffect(() => {
    if (!replaces || document.activeElement !== document.body) return;
    content.current?.focus({ preventScroll: true });
  }, [replaces]);
  return content;
}

// The sidebar's ground runs all the way down, however long the page is.
const page =
  "dashboard min-h-screen lg:relative lg:grid lg:grid-cols-[256px_minmax(0,1fr)] print:block " +
  "lg:before:absolute lg:before:inset-y-0 lg:before:left-0 lg:before:w-64 " +
  "lg:before:border-r lg:before:border-line lg:before:bg-raised forced-colors:before:hidden print:before:hidden";

const main = "min-w-0 px-4 pt-5 pb-10 focus:outline-none lg:px-10 lg:pt-6 lg:pb-14 print:p-0";
