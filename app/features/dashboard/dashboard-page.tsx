import { useEffect } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { DashboardFrame } from "./dashboard-frame";
import { DASHBOARD_PATH, dashboardUrl, parseDashboardState } from "./dashboard-url";
import { isFailed, mainResults, viewAge, type DashboardAnswer } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import { purgeCopies, waitAfter, writeCopy } from "./kept-views";
import { TripCount } from "./trip-count";
import { TripsScreen } from "./trips/trips-screen";
import { useOpenPage } from "./open-page";
import { usePendingMove } from "./use-pending-move";
import { useStoredTab } from "./use-stored-tab";

/** The dashboard: the current tab in its frame, or the loading state of the tab that is opened. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  // Paused motion stops polling, but not the request that replaces a stored copy.
  const isPaused = useMotionPaused() && !answer.isCopy;
  const moveKey = useOpenPage(answer, isPaused ? null : waitAfter(answer));
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
      sandbox={answer.sandbox && mainResults(answer).length > 0}
      isBusy={target !== null && !pending}
      status={!pending && <FiguresStatus age={viewAge(answer)} lostAt={answer.lostAt} />}
    >
      <TripCount
        total={answer.isCopy && !answer.lostAt ? null : totalOf(answer)}
        moveKey={moveKey}
      />
      {state.tab === "fleet-overview" && <FleetScreen answer={pending ? null : answer} />}
      {state.tab === "trip" && (
        <TripsScreen answer={answer} moveKey={moveKey} isLoading={pending !== null} />
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
function totalOf({ results: { metrics, page } }: DashboardAnswer): number | null {
  if (metrics) return isFailed(metrics) ? null : metrics.value.totalTrips;
  return page && !isFailed(page) ? page.value.pagination.totalItems || null : null;
}
