import { data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData } from "@remix-run/react";
import { operatorRefusal } from "server/operations/operators.server";
import { services } from "server/services.server";
import { DashboardFrame } from "~/features/dashboard/dashboard-frame";
import { STATUS_PATH } from "~/features/dashboard/dashboard-url";
import { refusalText } from "~/features/dashboard/status/status-words";
import { StatusScreen } from "~/features/dashboard/status/status-screen";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";

const TITLE = "System status";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ error, matches }) =>
  error
    ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches)
    : pageMeta("dashboard", matches, { title: TITLE, path: STATUS_PATH });

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Requires an operator, for documents and for Remix's data requests. */
export async function loader({ request }: { request: Request }) {
  const { operators, status } = services();
  const refusal = await operatorRefusal(request, operators);
  if (refusal) throw new Response(refusalText(refusal), refusal);
  const system = await status.read();
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  return data({ system, now: Date.now() }, { headers });
}

/** Status page of the site and its dependencies, for operators. */
export default function DashboardStatus() {
  const { system, now } = useLoaderData<typeof loader>();
  return (
    <DashboardFrame home={STATUS_PATH} tab={null} heading={TITLE} breadcrumb={TITLE}>
      <StatusScreen system={system} now={now} />
    </DashboardFrame>
  );
}
