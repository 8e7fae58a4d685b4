import { useEffect } from "react";
import { useDisplayed } from "./browser-answers";
import { DashboardFrame } from "./dashboard-frame";
import { DASHBOARD_PATH, dashboardUrl, parseDashboardState } from "./dashboard-url";
import { isFailed, mainResults, viewAge } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import type { DashboardAnswer } from "./newer-view";
import { purgeCopies, writeCopy } from "./stored-copies";
import { TripCount } from "./trip-count";
import { TripsScreen } from "./trips/trips-screen";
import { useKeptPlace } from "./use-kept-place";
import { usePendingMove } from "./use-pending-move";
import { useStoredTab } from "./use-stored-tab";
import { useViewPoll } from "./use-view-poll";

/** The dashboard: the current tab in its frame, or the loading state of the tab that is opened. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  useDisplayed(answer);
  useViewPoll(answer);
  useKeptPlace(answer);
  useStoredTab(answer.state.tab);
  useEffect(purgeCopies, []);
  useEffect(() => {
    const isWhole = !answer.isCopy && !answer.lostAt && !answer.hasNewerRows;
    const results = mainResults(answer);
    if (isWhole && results.length > 0 && !results.some(isFailed)) writeCopy(answer);
  }, [answer]);
  const target = usePendingMove();
  const pending = pendingView(answer, target);
  const state = pending ?? answer.state;
  return (
    <DashboardFrame
      screen={state.tab}
      sandbox={answer.sandbox}
      isBusy={target !== null && target.pathname !== DASHBOARD_PATH}
      status={!pending && <FiguresStatus age={viewAge(answer)} lostAt={answer.lostAt ?? null} />}
    >
      <TripCount total={answer.isCopy && !answer.lostAt ? null : totalOf(answer)} />
      {state.tab === "fleet-overview" && <FleetScreen answer={pending ? null : answer} />}
      {state.tab === "trip" && (
        <TripsScreen state={state} answer={answer} isLoading={pending !== null} />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}

/** The state of another view to which a slow move leads. */
function pendingView({ state }: DashboardAnswer, target: ReturnType<typeof usePendingMove>) {
  if (target?.pathname !== DASHBOARD_PATH) return null;
  const pending = parseDashboardState(new URLSearchParams(target.search));
  return dashboardUrl(pending) === dashboardUrl(state) ? null : pending;
}

/** The number of trips that is said. An empty list says so itself. */
function totalOf({ fleet, trips }: DashboardAnswer): number | null {
  if (fleet) return isFailed(fleet.metrics) ? null : fleet.metrics.value.totalTrips;
  return trips && !isFailed(trips.page) ? trips.page.value.pagination.totalItems || null : null;
}
