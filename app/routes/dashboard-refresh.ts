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

/** Refreshes one thing by hand and goes back to the operators' page, which says how it went. */
export async function action({ request }: ActionFunctionArgs) {
  const { dashboard, limits, operators, toasts } = services();
  const refusal = await operatorRefusal(request, operators);
  if (refusal) return refused("This is for operators", refusalText(refusal), refusal);
  const asked = (await postedForm(request)).get("resource");
  const resource = resources.find((name) => name === asked);
  if (resource === undefined) return redirect(STATUS_PATH, 303);

  const client = clientNetwork(requestContext().clientAddress);
  const taken = await limits.take([{ rule: "refreshNow", key: client }]);
  if (!taken.ok) {
    const from = formatExactDateTime(ceilToSecond(taken.until));
    const text = `Figures were refreshed by hand often enough from your network. Try again from ${from} on.`;
    const headers = { "Retry-After": retryAfter(taken.until) };
    return refused("Refreshing has to wait", text, { status: 429, headers });
  }

  const refresh = await dashboard.refresh(resource);
  const text = refreshText(resource, refresh);
  return refresh.outcome === "refreshed"
    ? toasts.redirectWithSuccess(STATUS_PATH, text, { status: 303 })
    : toasts.redirectWithError(STATUS_PATH, text, { status: 303 });
}

/** Nothing to see here: a visitor who opens the address by hand lands on the operators' page. */
export function loader() {
  return redirect(STATUS_PATH);
}

function refused(
  heading: string,
  text: string,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const back = { href: STATUS_PATH, name: "Back to the system status" };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
