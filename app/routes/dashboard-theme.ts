import { replace, type ActionFunctionArgs } from "@remix-run/node";
import { postedForm } from "server/http/posted-form.server";
import {
  asTab,
  DASHBOARD_PATH,
  dashboardUrl,
  parseDashboardState,
  STATUS_PATH,
} from "~/features/dashboard/dashboard-url";
import { themeCookie } from "server/session/theme-cookie.server";

/** Remembers the choice of day or night and goes back to the view it was made on. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await postedForm(request);
  const theme = form.get("theme");
  const chosen = theme === "night" || theme === "day";
  return replace(viewOf(form.get("from")), {
    status: 303,
    headers: chosen ? { "Set-Cookie": themeCookie(theme) } : {},
  });
}

/** Nothing to see here: a visitor who opens the address by hand lands on the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}

/** The dashboard's view that a form names, written anew and so of bounded length; nothing else is followed. */
function viewOf(from: FormDataEntryValue | null): string {
  const [path = "", query = ""] = typeof from === "string" ? from.split(/\?(.*)/s) : [];
  if (path.replace(/\/$/, "") === STATUS_PATH) return STATUS_PATH;
  const params = new URLSearchParams(query);
  // Without a tab the page itself knows which one was looked at last.
  if (path.replace(/\/$/, "") !== DASHBOARD_PATH || !asTab(params.get("tab")))
    return DASHBOARD_PATH;
  return dashboardUrl(parseDashboardState(params));
}
