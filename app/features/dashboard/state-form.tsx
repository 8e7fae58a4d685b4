import type { FormEvent, ReactNode } from "react";
import { DASHBOARD_PATH, stateParams, type DashboardState, type Tab } from "./dashboard-url";
import { reloadSoon } from "./reload-page";

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

/** Wraps a submit button that loads the same view anew, scripts or not. With them nothing is lost if it cannot. */
export function ReloadForm({ state, className, children }: ReloadFormProps) {
  const reload = (event: FormEvent) => {
    event.preventDefault();
    reloadSoon(state);
  };
  return (
    <form
      method="get"
      action={DASHBOARD_PATH}
      className={className}
      onSubmit={reload}
      // As on Remix's forms: for whoever holds presses back while the browser is offline. This one waits for nobody.
      data-discover=""
    >
      <StateFields state={state} />
      {children}
    </form>
  );
}
