import { useRef } from "react";
import type { DashboardAnswer } from "./browser-answers";
import { DashboardFrame } from "./dashboard-frame";
import { viewAge } from "./dashboard-view";
import { FiguresStatus } from "./figures-status";
import { FleetScreen } from "./fleet/fleet-screen";
import { tabFrame } from "./tabs";
import { TripsScreen } from "./trips/trips-screen";
import { useScreen } from "./use-screen";

/** The dashboard: the current tab in its frame. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, pending, hasOtherRows } = useScreen(answer);
  const state = pending ?? shown.state;
  const view = pending ? null : shown;
  return (
    <DashboardFrame
      {...tabFrame(state)}
      sandbox={answer.sandbox}
      status={<FiguresStatus age={view && viewAge(view)} lostAt={answer.lostAt ?? null} />}
    >
      {state.tab === "fleet-overview" && <FleetScreen state={state} view={view} />}
      {state.tab === "trip" && (
        <TripsScreen
          state={state}
          view={view}
          last={shown}
          hasOtherRows={hasOtherRows}
          heading={heading}
        />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}
