import { useLocation, useRouteError } from "@remix-run/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { dashboardScreens } from "~/content/dashboard";
import { Reference } from "~/features/shell/error-page";
import { textsOfError } from "~/features/shell/page-meta";
import { CONTENT_ID, SkipLink } from "~/features/shell/skip-link";
import { counted } from "~/lib/format-metric";
import { useHydrated } from "~/lib/hydration";
import { Panel } from "~/ui/panel";
import { SandboxNote } from "~/ui/sandbox-note";
import { isReport, parseDashboardState } from "./dashboard-url";
import { Sidebar } from "./sidebar";
import { LoadFailure } from "./load-failure";

interface DashboardFrameProps {
  screen: keyof typeof dashboardScreens;
  /** Whether the sandbox answers with the page's data. */
  sandbox?: boolean;
  /** Whether a slow move to another page is under way. */
  isBusy?: boolean;
  /** A message to say, unless the page is busy. */
  notice?: string | false;
  /** Number of trips that screen readers hear after each move; null while it is not known. */
  trips?: number | null;
  /** Status of all figures, beside the heading. */
  status?: ReactNode;
  children: ReactNode;
}

/** Layout of all dashboard pages, also error pages: sidebar, breadcrumb, heading and content. */
export function DashboardFrame(props: DashboardFrameProps) {
  const { screen, sandbox, isBusy, notice, trips = null, status, children } = props;
  const { heading, breadcrumb } = dashboardScreens[screen];
  const { pathname, search } = useLocation();
  const content = useFocusOnContent();
  return (
    <div className={page}>
      <SkipLink />
      <Sidebar current={screen} />
      <main className={main} id={CONTENT_ID} ref={content} tabIndex={-1}>
        {sandbox && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">Sandbox data.</SandboxNote>
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
          <div className="text-15 text-ink-2">
            <p role="status">{isBusy ? "Loading..." : notice}</p>
            {status}
          </div>
        </div>
        <div role="status" className="sr-only">
          {trips !== null && <TripCount key={`${pathname}${search} ${trips > 0}`} trips={trips} />}
        </div>
        <div className="aria-busy:opacity-60 aria-busy:transition-opacity" aria-busy={isBusy}>
          {children}
        </div>
      </main>
    </div>
  );
}

/** A new element after each move is read out, even with the same words. Polls do not change a number. */
function TripCount({ trips }: { trips: number }) {
  const [said] = useState(trips);
  return <p>{said === 0 ? "No trips found" : counted(said, "trip")}</p>;
}

/** Error page of the dashboard and its report: the frame, the reason and a Retry button. */
export function DashboardError() {
  const { pathname, search } = useLocation();
  const { tab } = parseDashboardState(new URLSearchParams(search));
  const texts = textsOfError(useRouteError());
  return (
    <DashboardFrame screen={isReport(pathname) ? "report" : tab}>
      <Panel className="mb-6">
        <LoadFailure title={texts.title} heading="h2" text={texts.text} />
        <Reference className="px-6 pb-9 text-center text-15 text-ink-2" />
      </Panel>
    </DashboardFrame>
  );
}

/**
 * Another page, such as the report or an error page, mounts another frame. When the focused element is lost with the old
 * frame, the new one focuses its content. After a document load it does nothing.
 */
function useFocusOnContent() {
  const content = useRef<HTMLElement>(null);
  const [isReplacement] = useState(useHydrated());
  useEffect(() => {
    if (!isReplacement || document.activeElement !== document.body) return;
    content.current?.focus({ preventScroll: true });
  }, [isReplacement]);
  return content;
}

// The sidebar's background is as high as the page.
const page =
  "min-h-screen lg:relative lg:grid lg:grid-cols-[256px_minmax(0,1fr)] print:block " +
  "lg:before:absolute lg:before:inset-y-0 lg:before:left-0 lg:before:w-64 " +
  "lg:before:border-r lg:before:border-line lg:before:bg-raised forced-colors:before:hidden print:before:hidden";

const main = "min-w-0 px-4 pt-5 pb-10 focus:outline-none lg:px-10 lg:pt-6 lg:pb-14 print:p-0";
