import { useNavigate } from "@remix-run/react";
import { useState } from "react";
import { pageTurns, shownPaging, type ShownPaging } from "./trips/page-numbers";
import { neighbourList } from "./trips/trip-filter";
import { pressFilterButton, TripsScreen } from "./trips/trips-screen";
import { useHeldRows, type WaitingRows } from "./trips/use-held-rows";
import { useDialog } from "~/ui/dialog";
import { SandboxNote } from "~/ui/sandbox-note";
import { useActiveTab } from "./use-active-tab";
import type { DashboardAnswer } from "./view-loading";
import { DashboardFrame } from "./dashboard-frame";
import { FiguresStatus } from "./figures-status";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import { viewAge, viewName, type DashboardView } from "./dashboard-view";
import { FleetScreen } from "./fleet/fleet-screen";
import { focusHelpButtonIfNothingHasFocus, LiveControls, UpdateAnnouncer } from "./live-controls";
import { useLiveUpdates } from "./use-live-updates";
import { useDisplayedView } from "./use-displayed-view";
import { reloadSoon } from "./reload-page";
import { useShortcuts, type ShortcutKey } from "./shortcuts";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { tabFrame } from "./tabs";

/** The dashboard around its tabs: sidebar, heading, age of the figures, live updates, keys. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const { view: loaded, sandbox } = answer;
  const displayed = useDisplayedView(answer);
  const { state } = displayed;
  const { view, waiting } = useHeldRows(displayed.view, answer.from === "cache");
  const [paused, setPaused] = useState(false);
  const { ref: help, open: openHelp } = useDialog();

  useActiveTab(loaded.state.tab);
  const streamLostAt = useLiveUpdates(loaded.state, paused);
  const live = { paused, lostAt: answer.lostAt ?? streamLostAt };
  const paging = shownPaging(state, view?.trips?.page ?? null, {
    state: loaded.state,
    page: loaded.trips?.page ?? null,
  });
  useShortcuts(useShortcutActions(state, paging, openHelp));

  const age = view && viewAge(view);
  return (
    <DashboardFrame
      {...tabFrame(state)}
      note={
        sandbox !== null && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">{sandbox}</SandboxNote>
        )
      }
      live={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
          <FiguresStatus age={age} live={live} />
          <LiveControls paused={paused} onPause={setPaused} onHelp={openHelp} />
        </div>
      }
      dialog={<ShortcutsDialog ref={help} />}
    >
      <Screen state={state} view={view} loaded={loaded} paging={paging} waiting={waiting} />
      <UpdateAnnouncer view={viewName(state)} age={age} live={live} />
    </DashboardFrame>
  );
}

interface ScreenProps {
  state: DashboardState;
  view: DashboardView | null;
  loaded: DashboardView;
  paging: ShownPaging | null;
  waiting: WaitingRows | null;
}

function Screen({ state, view, loaded, paging, waiting }: ScreenProps) {
  switch (state.tab) {
    case "fleet-overview":
      return (
        <FleetScreen
          state={state}
          fleet={view?.fleet ?? null}
          newestTrip={view?.newestTrip ?? null}
        />
      );
    case "trip":
      return (
        <TripsScreen
          state={state}
          page={view?.trips?.page ?? null}
          paging={paging}
          filters={(view ?? loaded).trips?.filters ?? null}
          newestTrip={view?.newestTrip ?? null}
          waiting={waiting}
          tripsDayBefore={view?.trips?.dayBefore?.value ?? null}
        />
      );
    case "driver":
      return <p className="text-ink-2">Driver Management coming soon...</p>;
    case "settings":
      return null;
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
  const showDay = (steps: 1 | -1) => {
    const day = neighbourList(state, steps);
    if (day) navigate(dashboardUrl(day), { preventScrollReset: true });
  };
  return (key: ShortcutKey) => {
    switch (key) {
      case "/":
        return document.getElementById("trip-search")?.focus();
      case "f":
        return pressFilterButton();
      case "p":
        return showDay(-1);
      case "n":
        return showDay(1);
      case "ArrowLeft":
        return previous !== null && turn(previous);
      case "ArrowRight":
        return next !== null && turn(next);
      case "r":
        return reloadSoon(state);
      case "?":
        focusHelpButtonIfNothingHasFocus();
        return openHelp();
    }
  };
}
