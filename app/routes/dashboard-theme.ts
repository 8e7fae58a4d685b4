import { replace, type ActionFunctionArgs } from "@remix-run/node";
import { postedTheme } from "server/session/theme-cookie.server";
import { safeReturnUrl, DASHBOARD_PATH } from "~/features/dashboard/dashboard-url";

/** Stores the chosen theme in a cookie and redirects to the view that the form was sent from. */
export async function action({ request }: ActionFunctionArgs) {
  const { from, headers } = await postedTheme(request);
  return replace(safeReturnUrl(from), { status: 303, headers });
}

/** This path has no page: redirects GET requests to the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}
