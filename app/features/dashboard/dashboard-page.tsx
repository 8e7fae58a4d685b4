import { useEffect, useRef, useState } from "react";
import { savesData } from "~/lib/connection";
import { useDialog } from "~/ui/dialog";
import { SandboxNote } from "~/ui/sandbox-note";
import type { DashboardAnswer } from "./browser-answers";
import { DashboardFrame } from "./dashboard-frame";
import { viewName } from "./dashboard-view";
import { LiveStatus } from "./live-status";
import { ShortcutsDialog, useShortcuts } from "./shortcuts";
import { loadScreen, screens } from "./screens";
import { reloadSoon } from "./state-form";
import { tabFrame } from "./tabs";
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
  useEffect(fetchOtherScreen, []);
  const { Fleet, Trips } = screens;
  return (
    <DashboardFrame
      {...tabFrame(state)}
      note={
        answer.sandbox !== null && (
          <SandboxNote className="mb-6 max-md:mb-4.5 max-md:w-auto">{answer.sandbox}</SandboxNote>
        )
      }
      live={<LiveStatus view={viewName(state)} status={status} onPause={pause} onHelp={openHelp} />}
      dialog={<ShortcutsDialog ref={help} />}
    >
      {answer.script && <link rel="modulepreload" href={answer.script} />}
      {state.tab === "fleet-overview" && Fleet && <Fleet state={state} view={view} />}
      {state.tab === "trip" && Trips && (
        <Trips state={state} view={view} last={shown} newRows={newRows} heading={rows} />
      )}
      {state.tab === "driver" && <p className="text-ink-2">Driver Management coming soon...</p>}
    </DashboardFrame>
  );
}

/** The tab that is not shown comes at once when it is chosen. Without its script its link still leads to it. */
function fetchOtherScreen() {
  if (savesData()) return;
  const timer = setTimeout(() => {
    Promise.all([loadScreen("fleet-overview"), loadScreen("trip")]).catch(() => undefined);
  }, 3000);
  return () => clearTimeout(timer);
}
