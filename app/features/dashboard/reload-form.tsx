import type { ReactNode } from "react";
import { DASHBOARD_PATH, type DashboardState } from "./dashboard-url";
import { StateFields } from "./state-fields";

/** Wraps a submit button that loads the same view anew, scripts or not. */
export function ReloadForm({ state, children }: { state: DashboardState; children: ReactNode }) {
  return (
    <form method="get" action={DASHBOARD_PATH}>
      <StateFields state={state} />
      {children}
    </form>
  );
}
