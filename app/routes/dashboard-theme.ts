import { replace, type ActionFunctionArgs } from "@remix-run/node";
import { DASHBOARD_PATH } from "~/features/dashboard/dashboard-url";
import { themeCookie } from "~/features/shell/theme-cookie";

/** Remembers the choice of day or night and goes back to the view it was made on. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData();
  const theme = form.get("theme") === "night" ? "night" : "day";
  return replace(safeReturn(form.get("from")), {
    status: 303,
    headers: { "Set-Cookie": themeCookie(theme) },
  });
}

/** Nothing to see here: a visitor who opens the address by hand lands on the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}

/** The dashboard with the query it had; whatever else a form names is not followed. */
function safeReturn(from: FormDataEntryValue | null): string {
  if (typeof from !== "string" || !from.startsWith(`${DASHBOARD_PATH}?`)) return DASHBOARD_PATH;
  return `${DASHBOARD_PATH}?${new URLSearchParams(from.slice(DASHBOARD_PATH.length + 1))}`;
}
