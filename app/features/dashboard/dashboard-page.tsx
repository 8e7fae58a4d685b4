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

/** The dashboard around its tabs: sidebar, heading, age of the figures, live updates, keys. */
export function DashboardPage({ answer }: { answer: DashboardAnswer }) {
  const [paused, pause] = useState(false);
  const rows = useRef<HTMLHeadingElement>(null);
  const { shown, pending, status, newRows } = useScreen(answer, paused, rows);
  const state = pending ?? shown.state;
  const view = pending ? null : shown;
  const { ref: help, open: openHelp } = useDialog();
  useShortcuts(() => reloadSoon(state));
  return (
    <DashboardFrame
      {...tabFrame(state)}
      view={viewName(shown.state)}
      sandbox={answer.sandbox}
      live={<LiveStatus view={viewName(state)} status={status} onPause={pause} onHelp={openHelp} />}
      dialog={<ShortcutsDialog ref={help} />}
    >
      {state.tab === "fleet-overview" && <FleetScreen state={state} view={view} />}
      {state.tab === "trip" && (
        <TripsScreen state={state} view={view} last={shown} newRows={newRows} heading={rows} />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}
