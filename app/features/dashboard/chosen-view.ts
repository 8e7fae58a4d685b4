import {
  asTab,
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  STATUS_PATH,
} from "./dashboard-url";

/** No view's address is longer. */
const LONGEST_ADDRESS = 8 * 1024;

/**
 * The dashboard's view that a form names as where it was sent from, written anew and so of bounded length; nothing else
 * is followed.
 *
 * @param from a path with its query
 * @returns the dashboard's own path for whatever is no view of it
 */
export function chosenView(from: FormDataEntryValue | null): string {
  const [path = "", query = ""] =
    typeof from === "string" ? from.slice(0, LONGEST_ADDRESS).split(/\?(.*)/s) : [];
  if (path.replace(/\/$/, "") === STATUS_PATH) return STATUS_PATH;
  const params = new URLSearchParams(query);
  // Without a tab the page itself knows which one was looked at last.
  if (path.replace(/\/$/, "") !== DASHBOARD_PATH || !asTab(params.get("tab")))
    return DASHBOARD_PATH;
  return dashboardUrl(parseDashboardState(params));
}
