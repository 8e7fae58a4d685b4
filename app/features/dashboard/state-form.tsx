import type { ReactNode } from "react";
import { DASHBOARD_PATH, stateParams, type DashboardState, type Tab } from "./dashboard-url";

/** A state as hidden fields, so that a plain form leads to it. */
export function StateFields({ state }: { state: Partial<DashboardState> & { tab: Tab } }) {
  return (
    <>
      {[...stateParams(state)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

interface ReloadFormProps {
  state: DashboardState;
  className?: string;
  children: ReactNode;
}

/** Wraps a submit button that loads the same view anew, scripts or not. */
export function ReloadForm({ state, className, children }: ReloadFormProps) {
  return (
    <form method="get" action={DASHBOARD_PATH} className={className}>
      <StateFields state={state} />
      {children}
    </form>
  );
}
