import type { ActionFunctionArgs } from "@remix-run/node";
import { replace, type ClientActionFunctionArgs } from "@remix-run/react";
import toast from "react-hot-toast/headless";
import { postedTheme } from "server/session/cookies.server";
import { safeReturnUrl, DASHBOARD_PATH } from "~/features/dashboard/dashboard-url";

/** Stores the chosen theme in a cookie and redirects to the view that the form was sent from. */
export async function action({ request }: ActionFunctionArgs) {
  const { from, headers } = await postedTheme(request);
  return replace(safeReturnUrl(from), { status: 303, headers });
}

/** With scripts the choice does not navigate, and a choice without an answer is taken back. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    await serverAction();
  } catch (error) {
    const isRedirect = error instanceof Response;
    if (!isRedirect) {
      toast.error("No answer came. The theme stays as it is.");
      // With this status nothing is loaded again, which would fail too.
      return Response.json(null, { status: 503 });
    }
  }
  return { theme: form.get("theme") };
}

/** This path has no page: redirects GET requests to the dashboard. */
export function loader() {
  return replace(DASHBOARD_PATH);
}

/** Does the same in the browser, so that preloading this route asks the server for nothing. */
export const clientLoader = () => replace(DASHBOARD_PATH);
