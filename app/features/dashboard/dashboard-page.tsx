import { useEffect } from "react";
import { keepDisplayed, purgeCopies, type DashboardAnswer } from "./browser-answers";
import { DashboardFrame } from "./dashboard-frame";
import { viewAge } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import { tabFrame } from "./tabs";
import { TripCount } from "./trip-count";
import { TripsScreen } from "./trips/trips-screen";
import { useKeptPlace } from "./use-kept-place";
import { usePendingState } from "./use-pending-state";
import { usePoll } from "./use-poll";
import { useStoredTab } from "./use-stored-tab";

/** The dashboard: the current tab in its frame, or the loading state of the tab that is opened. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  usePoll(answer);
  useKeptPlace(answer);
  useStoredTab(answer.state.tab);
  useEffect(purgeCopies, []);
  useEffect(() => {
    keepDisplayed(answer);
    return () => keepDisplayed(null);
  }, [answer]);
  const pending = usePendingState(answer.state);
  const state = pending ?? answer.state;
  return (
    <DashboardFrame
      {...tabFrame(state)}
      sandbox={answer.sandbox}
      status={!pending && <FiguresStatus age={viewAge(answer)} lostAt={answer.lostAt ?? null} />}
    >
      <TripCount answer={answer} />
      {state.tab === "fleet-overview" && (
        <FleetScreen state={state} answer={pending ? null : answer} />
      )}
      {state.tab === "trip" && (
        <TripsScreen state={state} answer={answer} isLoading={pending !== null} />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}
