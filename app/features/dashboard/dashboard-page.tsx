import { useNavigate } from "@remix-run/react";
import { pageTurns, shownPaging, type ShownPaging } from "./trips/page-numbers";
import { neighbourList } from "./trips/trip-filter";
import { pressFilterButton, TripsScreen } from "./trips/trips-screen";
import { useDialog } from "~/ui/dialog";
import { SandboxNote } from "~/ui/sandbox-note";
import { useActiveTab } from "./use-active-tab";
import type { DashboardAnswer } from "./view-loading";
import { DashboardFrame } from "./dashboard-frame";
import { FiguresStatus } from "./figures-status";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import { viewAge, viewName } from "./dashboard-view";
import { FleetScreen } from "./fleet/fleet-screen";
import { focusHelpButton, LiveControls, UpdateAnnouncer } from "./live-controls";
import { useDisplayedView, type DisplayedView } from "./use-displayed-view";
import { reloadSoon } from "./reload-page";
import { useShortcuts, type ShortcutActions } from "./shortcuts";
import { ShortcutsDialog } from "./shortcuts-dialog";
import { tabFrame } from "./tabs";

/** The dashboard around its tabs: sidebar, heading, age of the figures, live updates, keys. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const displayed = useDisplayedView(answer);
  const { state, view, answered, live, pause } = displayed;
  const { ref: help, open: openHelp } = useDialog();

  useActiveTab(answered.state.tab);
  const paging = shownPaging(state, view?.trips?.page ?? null, {
    state: answered.state,
    page: answered.trips?.page ?? null,
  });
  useShortcuts(useShortcutActions(state, paging, openHelp));

  const age = view && viewAge(view);
  return (
    <DashboardFrame
      {...tabFrame(state)}
      note={
        answer.sandbox !== null && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">{answer.sandbox}</SandboxNote>
        )
      }
      live={
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2.5">
          <FiguresStatus age={age} live={live} />
          <LiveControls paused={live.paused} onPause={pause} onHelp={openHelp} />
        </div>
      }
      dialog={<ShortcutsDialog ref={help} />}
    >
      <Screen displayed={displayed} paging={paging} />
      <UpdateAnnouncer view={viewName(state)} age={age} live={live} />
    </DashboardFrame>
  );
}

interface ScreenProps {
  displayed: DisplayedView;
  paging: ShownPaging | null;
}

function Screen({ displayed: { state, view, answered, waiting }, paging }: ScreenProps) {
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
          filters={(view ?? answered).trips?.filters ?? null}
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

/** What the keys do now, on what is shown, also while it is not yet what the server sent last. */
function useShortcutActions(
  state: DashboardState,
  paging: ShownPaging | null,
  openHelp: () => void,
): ShortcutActions {
  const navigate = useNavigate();
  const show = (next: DashboardState | null) =>
    next && (() => navigate(dashboardUrl(next), { preventScrollReset: true }));
  const { previous = null, next = null } = paging ? pageTurns(state.page, paging.pagination) : {};
  const turn = (page: number | null) => show(page === null ? null : { ...state, page });
  const onTrips = state.tab === "trip";
  return {
    "/": onTrips && (() => document.getElementById("trip-search")?.focus()),
    f: onTrips && pressFilterButton,
    p: show(neighbourList(state, -1)),
    n: show(neighbourList(state, 1)),
    ArrowLeft: turn(previous),
    ArrowRight: turn(next),
    r: () => reloadSoon(state),
    "?": () => {
      // Who has the focus elsewhere gets it back there.
      if (document.activeElement === document.body) focusHelpButton();
      openHelp();
    },
  };
}
