import { answersSoon } from "~/lib/connection";
import { showToast } from "~/ui/toast-store";
import { dashboardUrl, parseDashboardState, type DashboardState } from "./dashboard-url";
import { viewName } from "./dashboard-view";

/** How long a reload waits after its button was pressed, in milliseconds. */
const WAIT_MS = 100;

/** How long the server may take to say that it is there, in milliseconds. */
const ANSWER_MS = 4_000;

/**
 * Loads the view that is shown anew; it may be on the screen before its URL is in the address bar. While the server
 * does not answer, the figures stay.
 */
export function reloadSoon(shown: DashboardState): void {
  setTimeout(() => void reload(shown), WAIT_MS);
}

async function reload(shown: DashboardState): Promise<void> {
  if (!(await answersSoon(ANSWER_MS))) {
    const cause = navigator.onLine ? "No answer came." : "You are offline.";
    showToast("error", `${cause} The figures stay as they are.`);
    return;
  }
  const inAddress = parseDashboardState(new URLSearchParams(window.location.search));
  if (viewName(inAddress) === viewName(shown)) window.location.reload();
  else window.location.assign(dashboardUrl(shown));
}
