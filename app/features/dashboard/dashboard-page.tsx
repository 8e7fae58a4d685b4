import { useLocation, useNavigate, useRouteLoaderData } from "@remix-run/react";
import { Info } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { TripsScreen } from "~/features/trips/trips-screen";
import type { Theme } from "~/features/shell/theme-cookie";
import { AgeStamp } from "~/ui/age-stamp";
import { ToastArea } from "~/ui/toast-area";
import { isFailed } from "./block";
import { useActiveTab } from "./use-active-tab";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import { viewAge, viewName, type DashboardView } from "./dashboard-view";
import { FleetScreen } from "./fleet-screen";
import { LiveControls, UpdateAnnouncer } from "./live-controls";
import { useLiveUpdates } from "./use-live-updates";
import { usePaintedView } from "./use-painted-view";
import { reloadSoon } from "./reload-page";
import { useShortcuts, type ShortcutKey } from "./shortcuts";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { Sidebar } from "./sidebar";
import { tabTexts } from "./tabs";
import { ThemeSwitch } from "./theme-switch";

/** What this page reads of the root route's answer. */
interface Surroundings {
  sandbox: boolean;
  theme: Theme;
}

/** The dashboard around its tabs: sidebar, heading, age of the figures, live updates, keys. */
export function DashboardPage({ loaded }: { loaded: DashboardView }) {
  const { state, view } = usePaintedView(loaded);
  const surroundings = useRouteLoaderData<Surroundings>("root");
  const location = useLocation();
  const [paused, setPaused] = useState(false);
  const help = useRef<HTMLDialogElement>(null);
  const openHelp = useCallback(() => help.current?.showModal(), []);

  useActiveTab(loaded.state.tab);
  useLiveUpdates(loaded.state, paused);
  useShortcuts(useShortcutActions(loaded, openHelp));

  const { heading, breadcrumb } = tabTexts[state.tab];
  const age = view && viewAge(view);
  const now = (view ?? loaded).now;
  return (
    <div className="dashboard">
      <a className="btn skip-link" href="#content">
        Skip to content
      </a>
      <Sidebar state={state}>
        <ThemeSwitch
          theme={surroundings?.theme ?? "day"}
          from={location.pathname + location.search}
        />
      </Sidebar>
      <main className="main" id="content" tabIndex={-1}>
        {surroundings?.sandbox && (
          <p className="sandbox-strip">
            <Info className="i" aria-hidden />
            Sandbox data. No real trips are shown.
          </p>
        )}
        <nav className="crumb" aria-label="Breadcrumb">
          <span>Pages</span>
          <span aria-hidden="true">/</span>
          <b aria-current="page">{breadcrumb}</b>
        </nav>
        <div className="main-head">
          <h1>{heading}</h1>
          <div className="main-live">
            {age && <AgeStamp asOf={age.asOf} now={now} stale={age.stale} />}
            <LiveControls paused={paused} onPause={setPaused} onHelp={openHelp} />
          </div>
        </div>
        <Screen state={state} view={view} loaded={loaded} now={now} />
        <UpdateAnnouncer view={viewName(state)} asOf={age?.asOf ?? null} />
      </main>
      <ShortcutsDialog ref={help} />
      <ToastArea />
    </div>
  );
}

interface ScreenProps {
  state: DashboardState;
  view: DashboardView | null;
  loaded: DashboardView;
  now: number;
}

function Screen({ state, view, loaded, now }: ScreenProps) {
  switch (state.tab) {
    case "fleet-overview":
      return <FleetScreen state={state} fleet={view?.fleet ?? null} now={now} />;
    case "trip":
      return (
        <TripsScreen
          state={state}
          page={view?.trips?.page ?? null}
          before={loaded.trips?.page ?? null}
          filters={(view ?? loaded).trips?.filters ?? null}
          now={now}
        />
      );
    case "driver":
      return <p className="muted">Driver Management coming soon...</p>;
    case "settings":
      return null;
  }
}

function useShortcutActions({ state, trips }: DashboardView, openHelp: () => void) {
  const navigate = useNavigate();
  const page = trips?.page;
  const pagination = page && !isFailed(page) ? page.value.pagination : null;
  const { hasPrevPage, hasNextPage } = pagination ?? {};
  return useCallback(
    (key: ShortcutKey) => {
      const turn = (by: number) =>
        navigate(dashboardUrl({ ...state, page: state.page + by }), { preventScrollReset: true });
      switch (key) {
        case "/":
          return document.getElementById("trip-search")?.focus();
        case "ArrowLeft":
          return hasPrevPage && turn(-1);
        case "ArrowRight":
          return hasNextPage && turn(1);
        case "r":
          return reloadSoon();
        case "?":
          return openHelp();
      }
    },
    [state, hasPrevPage, hasNextPage, navigate, openHelp],
  );
}
