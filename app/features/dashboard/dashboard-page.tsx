import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useHydrated } from "~/lib/hydration";
import { useMotionPaused } from "~/lib/pause-motion";
import { tryStorage } from "~/lib/storage";
import { DashboardFrame } from "./dashboard-frame";
import { DASHBOARD_PATH, dashboardUrl, parseDashboardState, parseTab } from "./dashboard-url";
import { hasFigures, keepCopy, viewAge, waitAfter, type DashboardAnswer } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import { TripsScreen } from "./trips/trips-screen";
import { useOpenPage, usePendingMove } from "./ask-server";

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
      {state.tab === "trip" && <TripsScreen answer={answer} pending={pending} />}
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

const TAB_KEY = "activeTab";

/**
 * Keeps the open tab in session storage, if storage is allowed. A document at a URL without a tab restores that tab; later
 * navigations follow the URL.
 */
function useStoredTab(tab: string): void {
  const navigate = useNavigate();
  const { search } = useLocation();
  const isArrival = useRef(!useHydrated());
  useEffect(() => {
    const params = new URLSearchParams(search);
    const restores = isArrival.current && !params.has("tab");
    isArrival.current = false;
    const stored = tryStorage(() => parseTab(sessionStorage.getItem(TAB_KEY)));
    if (restores && stored && stored !== tab) {
      params.set("tab", stored);
      navigate(dashboardUrl(parseDashboardState(params)), { replace: true });
    } else tryStorage(() => sessionStorage.setItem(TAB_KEY, tab));
  }, [search, tab, navigate]);
}
