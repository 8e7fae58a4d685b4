import { replace, type ActionFunctionArgs } from "@remix-run/node";
import { postedChoice } from "server/session/display-cookies.server";
import { chosenView, DASHBOARD_PATH } from "~/features/dashboard/dashboard-url";

/** Remembers how the visitor wants pages to look and goes back to the view it was chosen on. */
export async function action({ request }: ActionFunctionArgs) {
  const { from, headers } = await postedChoice(request);
  return replace(chosenView(from), { status: 303, headers });
}

/** Nothing to see here: a visitor who opens the address by hand lands on the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}
