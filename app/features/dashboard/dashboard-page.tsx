import { useEffect } from "react";
import { useMotionPaused } from "~/lib/pause-motion";
import { DashboardFrame } from "./dashboard-frame";
import { DASHBOARD_PATH, dashboardUrl, parseDashboardState } from "./dashboard-url";
import { hasFigures, keepCopy, viewAge, waitAfter, type DashboardAnswer } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import { TripsScreen } from "./trips/trips-screen";
import { useOpenPage, usePendingMove } from "./ask-server";
import { useStoredTab } from "./use-stored-tab";

/** The dashboard: the current tab in its frame, or the loading state of the tab that is opened. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  // Paused motion stops polling, but not the request that replaces a stored copy.
  const isPaused = useMotionPaused() && !answer.isCopy;
  useOpenPage(answer, isPaused ? null : waitAfter(answer));
  useStoredTab(answer.state.tab);
  useEffect(() => keepCopy(answer), [answer]);
  const target = usePendingMove();
  const pending = pendingView(answer, target);
  const state = pending ?? answer.state;
  return (
    <DashboardFrame
      screen={state.tab}
      sandbox={answer.sandbox && hasFigures(answer)}
      isBusy={target !== null && !pending}
      trips={answer.isCopy && !answer.lostAt ? null : totalOf(answer)}
      status={!pending && <FiguresStatus age={viewAge(answer)} lostAt={answer.lostAt} />}
    >
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

/** The number of trips that screen readers hear. */
function totalOf({ results: { metrics, trips } }: DashboardAnswer): number | null {
  if (trips?.value.trips.length === 0) return 0;
  return metrics?.value.totalTrips ?? trips?.value.pagination.totalItems ?? null;
}
