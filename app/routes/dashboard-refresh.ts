import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { resources } from "server/dashboard/resources.server";
import { smallPageResponse } from "server/http/guard/small-page.server";
import { operatorRefusal } from "server/operations/operators.server";
import { clientNetwork } from "server/process/client-address.server";
import { postedForm } from "server/process/posted-form.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { STATUS_PATH } from "~/features/dashboard/dashboard-url";
import { refreshText, refusalText } from "~/features/dashboard/status/status-words";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

/** Refreshes one resource manually and redirects to the status page, which displays the result. */
export async function action({ request }: ActionFunctionArgs) {
  const { dashboard, limits, operators, toasts } = services();
  const refusal = await operatorRefusal(request, operators);
  if (refusal) return refusalPage("This is for operators", refusalText(refusal), refusal);
  const field = (await postedForm(request)).get("resource");
  const resource = resources.find((name) => name === field);
  if (resource === undefined) return redirect(STATUS_PATH, 303);

  const client = clientNetwork(requestContext().clientAddress);
  const quota = await limits.take([{ rule: "refreshNow", key: client }]);
  if (!quota.ok) {
    const from = formatExactDateTime(ceilToSecond(quota.until));
    const text = `Figures were refreshed by hand often enough from your network. Try again from ${from} on.`;
    const headers = { "Retry-After": retryAfter(quota.until) };
    return refusalPage("Refreshing has to wait", text, { status: 429, headers });
  }

  const refresh = await dashboard.refresh(resource);
  const text = refreshText(resource, refresh);
  return refresh.outcome === "refreshed"
    ? toasts.redirectWithSuccess(STATUS_PATH, text, { status: 303 })
    : toasts.redirectWithError(STATUS_PATH, text, { status: 303 });
}

/** This path has no page: redirects GET requests to the status page. */
export function loader() {
  return redirect(STATUS_PATH);
}

function refusalPage(
  heading: string,
  text: string,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const back = { href: STATUS_PATH, name: "Back to the system status" };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
