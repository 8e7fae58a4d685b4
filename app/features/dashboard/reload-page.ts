import { isReachable } from "~/lib/connection";
import { showToast } from "~/ui/toast-store";
import { dashboardUrl, parseDashboardState, type DashboardState } from "./dashboard-url";
import { viewName } from "./dashboard-view";

/** How long a reload waits after its button was pressed, in milliseconds. */
const WAIT_MS = 100;

/** Loads the view that is shown anew; it may be on the screen before its URL is in the address bar. */
export function reloadSoon(shown: DashboardState): void {
  setTimeout(() => void reload(shown), WAIT_MS);
}

async function reload(shown: DashboardState): Promise<void> {
  if (!(await isReachable())) {
    showToast("error", "You are offline. The figures stay as they are.");
    return;
  }
  const inAddress = parseDashboardState(new URLSearchParams(window.location.search));
  if (viewName(inAddress) === viewName(shown)) window.location.reload();
  else window.location.assign(dashboardUrl(shown));
}
