import { stateParams, type DashboardState, type Tab } from "./dashboard-url";

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
