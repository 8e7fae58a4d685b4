import { useRef, useState } from "react";
import { useDialog } from "~/ui/dialog";
import type { DashboardAnswer } from "./browser-answers";
import { DashboardFrame } from "./dashboard-frame";
import { viewName } from "./dashboard-view";
import { FleetScreen } from "./fleet/fleet-screen";
import { LiveStatus } from "./live-status";
import { ShortcutsDialog, useShortcuts } from "./shortcuts";
import { reloadSoon } from "./state-form";
import { tabFrame } from "./tabs";
import { TripsScreen } from "./trips/trips-screen";
import { useScreen } from "./use-screen";

/** The dashboard: the current tab in its frame, with live updates and keyboard shortcuts. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const [paused, pause] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { shown, pending, status, newRows } = useScreen(answer, paused, heading);
  const state = pending ?? shown.state;
  const view = pending ? null : shown;
  const { ref: helpDialog, open: openHelp } = useDialog();
  useShortcuts(() => reloadSoon(state));
  return (
    <DashboardFrame
      {...tabFrame(state)}
      sandbox={answer.sandbox}
      live={<LiveStatus view={viewName(state)} status={status} onPause={pause} onHelp={openHelp} />}
      dialog={<ShortcutsDialog ref={helpDialog} />}
    >
      {state.tab === "fleet-overview" && <FleetScreen state={state} view={view} />}
      {state.tab === "trip" && (
        <TripsScreen state={state} view={view} last={shown} newRows={newRows} heading={heading} />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}
