import { useLocation, useNavigate } from "@remix-run/react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { pageTurns, shownPaging, type ShownPaging } from "./trips/trip-pages";
import { TripsScreen } from "./trips/trips-screen";
import { useSite } from "~/features/shell/site";
import { SkipLink } from "~/features/shell/skip-link";
import { AgeStamp } from "~/ui/age-stamp";
import { useDialog } from "~/ui/dialog";
import { SandboxNote } from "~/ui/sandbox-note";
import { useActiveTab } from "./use-active-tab";
import type { DashboardAnswer } from "./answers";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import { viewAge, viewName, type DashboardView } from "./dashboard-view";
import { FleetScreen } from "./fleet/fleet-screen";
import { LiveControls, UpdateAnnouncer } from "./live-controls";
import { useLiveUpdates } from "./use-live-updates";
import { usePaintedView } from "./use-painted-view";
import { reloadSoon } from "./reload-page";
import { useShortcuts, type ShortcutKey } from "./shortcuts";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { Sidebar } from "./sidebar";
import { tabTexts } from "./tabs";
import { ThemeSwitch } from "./theme-switch";

// Operators alone look at it.
const SettingsScreen = lazy(() => import("./settings/settings-screen"));

/** The dashboard around its tabs: sidebar, heading, age of the figures, live updates, keys. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const { view: loaded, sandbox } = answer;
  const { state, view } = usePaintedView(answer);
  const [paused, setPaused] = useState(false);
  const { ref: help, open: openHelp } = useDialog();

  useActiveTab(loaded.state.tab);
  useLiveUpdates(loaded.state, paused);
  const paging = shownPaging(state, view?.trips?.page ?? null, {
    state: loaded.state,
    page: loaded.trips?.page ?? null,
  });
  useShortcuts(useShortcutActions(state, paging, openHelp));

  const age = view && viewAge(view);
  const now = (view ?? loaded).now;
  return (
    <DashboardFrame
      state={state}
      note={
        sandbox !== null && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">{sandbox}</SandboxNote>
        )
      }
      live={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
          {age && <AgeStamp asOf={age.asOf} now={now} stale={age.stale} />}
          <LiveControls paused={paused} onPause={setPaused} onHelp={openHelp} />
        </div>
      }
      dialog={<ShortcutsDialog ref={help} />}
    >
      <Screen state={state} view={view} loaded={loaded} paging={paging} now={now} />
      <UpdateAnnouncer view={viewName(state)} asOf={age?.asOf ?? null} />
    </DashboardFrame>
  );
}

interface DashboardFrameProps {
  state: DashboardState;
  /** Above everything in the main part. */
  note?: ReactNode;
  /** Beside the heading: what keeps the figures up to date. */
  live?: ReactNode;
  dialog?: ReactNode;
  /** What stands under the tab's heading. */
  children: ReactNode;
}

/** What stands around whatever a tab has to show, or to say of why it cannot. */
export function DashboardFrame({ state, note, live, dialog, children }: DashboardFrameProps) {
  const { theme } = useSite();
  const location = useLocation();
  const { heading, breadcrumb } = tabTexts[state.tab];
  return (
    <div className={page}>
      <SkipLink />
      <Sidebar state={state}>
        <a
          className="inline-flex min-h-8 w-fit items-center text-15 text-ink-2 hover:text-ink"
          href={dashboardUrl({ tab: "settings" })}
          aria-current={state.tab === "settings" ? "page" : undefined}
        >
          System status
        </a>
        <ThemeSwitch theme={theme} from={location.pathname + location.search} />
      </Sidebar>
      <main className={main} id="content" tabIndex={-1}>
        {note}
        <nav className="mb-2 flex gap-2 text-15 text-ink-2" aria-label="Breadcrumb">
          <span>Pages</span>
          <span aria-hidden="true">/</span>
          <b className="font-semibold text-ink" aria-current="page">
            {breadcrumb}
          </b>
        </nav>
        <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <h1 className="text-40/[1.05] wrap-anywhere">{heading}</h1>
          {live}
        </div>
        {children}
      </main>
      {dialog}
    </div>
  );
}

// The sidebar's ground runs all the way down, however long the page is.
const page = [
  "dashboard min-h-screen lg:relative lg:grid lg:grid-cols-[256px_minmax(0,1fr)] print:block",
  "lg:before:absolute lg:before:inset-y-0 lg:before:left-0 lg:before:w-64",
  "lg:before:border-r lg:before:border-line lg:before:bg-raised forced-colors:before:hidden print:before:hidden",
].join(" ");

const main = "min-w-0 px-4 pt-5 pb-10 focus:outline-none lg:px-10 lg:pt-6 lg:pb-14 print:p-0";

interface ScreenProps {
  state: DashboardState;
  view: DashboardView | null;
  loaded: DashboardView;
  paging: ShownPaging | null;
  now: number;
}

function Screen({ state, view, loaded, paging, now }: ScreenProps) {
  switch (state.tab) {
    case "fleet-overview":
      return <FleetScreen state={state} fleet={view?.fleet ?? null} now={now} />;
    case "trip":
      return (
        <TripsScreen
          state={state}
          page={view?.trips?.page ?? null}
          paging={paging}
          filters={(view ?? loaded).trips?.filters ?? null}
          now={now}
        />
      );
    case "driver":
      return <p className="text-ink-2">Driver Management coming soon...</p>;
    case "settings":
      return (
        <Suspense>
          {view?.system && <SettingsScreen state={state} system={view.system} now={now} />}
        </Suspense>
      );
  }
}

/** What the keys do: on what is shown, also while it is not yet what the server sent last. */
function useShortcutActions(
  state: DashboardState,
  paging: ShownPaging | null,
  openHelp: () => void,
) {
  const navigate = useNavigate();
  const { previous = null, next = null } = paging ? pageTurns(state.page, paging.pagination) : {};
  const turn = (page: number) =>
    navigate(dashboardUrl({ ...state, page }), { preventScrollReset: true });
  return (key: ShortcutKey) => {
    switch (key) {
      case "/":
        return document.getElementById("trip-search")?.focus();
      case "ArrowLeft":
        return previous !== null && turn(previous);
      case "ArrowRight":
        return next !== null && turn(next);
      case "r":
        return reloadSoon(state);
      case "?":
        return openHelp();
    }
  };
}
