import { replace, type ActionFunctionArgs } from "@remix-run/node";
import { postedChoice } from "server/session/display-cookies.server";
import { chosenView } from "~/features/dashboard/chosen-view";
import { DASHBOARD_PATH } from "~/features/dashboard/dashboard-url";

/** Remembers how high a table's rows are to be and goes back to the view it was chosen on. */
export async function action({ request }: ActionFunctionArgs) {
  const { from, headers } = await postedChoice(request, "rows");
  return replace(chosenView(from), { status: 303, headers });
}

/** Nothing to see here: a visitor who opens the address by hand lands on the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}
