import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportRefusals, placeFreeAt } from "server/dashboard/export-places.server";
import { askForTrips } from "server/dashboard/resources.server";
import { LARGE_PAGE, tripPages } from "server/dashboard/trip-pages.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { smallPageResponse } from "server/http/guard/small-page.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { csvDisposition } from "~/features/dashboard/csv-file-name";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import { tripsCsv } from "~/features/dashboard/trips/trips-csv";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";
import { textStream } from "~/lib/text-stream";

/** Streams all trips that match the URL's filters or search as CSV, page by page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  params.set("tab", "trip");
  const selection = parseDashboardState(params);
  if (selection.dateWasInvalid) {
    const text = "The date is not a day of the calendar. Choose one such as 2025-08-19.";
    return errorPage(400, "The export could not start", text, selection);
  }
  const { date, country, q } = selection;
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": csvDisposition(["trips", ...(q ? ["search", q] : [date, country])]),
    "Cache-Control": "private, no-store",
  };
  if (request.method === "HEAD") return new Response(null, { headers });

  const { dashboard, exportApi, exports, logger } = services();
  const context = requestContext();
  const { clientAddress } = context;
  const connection = context.connection();
  const place = exports.take(clientAddress);
  if (typeof place === "string") {
    const { status, text } = exportRefusals[place];
    return refusal(status, `${text} Try again when one has ended, or`, placeFreeAt(), selection);
  }
  const { closed } = connection;
  if (closed.aborted) place.leave();
  else closed.addEventListener("abort", () => place.leave(), { once: true });

  const spelled = await dashboard.spelled(selection);
  const pages = tripPages((page) => askForTrips(exportApi, { ...spelled, page }, LARGE_PAGE));
  try {
    // The first page is read before the response begins, so that its failure has a status.
    const rows = tripsCsv(await pages.next(), pages);
    const onError = (error: unknown) => logger.error(errorFields(error), "trip export broke off");
    return new Response(textStream(rows, connection, onError), { headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { message, retryAt: until } = error;
    const text = `The trips could not be read: ${message}.`;
    if (until === undefined) return errorPage(502, "The export could not start", text, selection);
    return refusal(503, `${text} Try again`, ceilToSecond(until), selection);
  }
}

/** Error page that says when to retry. @param text ends right before "from <time> on" */
function refusal(status: number, text: string, until: number, selection: DashboardState): Response {
  const advice = `${text} from ${formatExactDateTime(until)} on.`;
  const headers = { "Retry-After": retryAfter(until) };
  return errorPage(status, "The export has to wait", advice, selection, headers);
}

/** Log fields of an error. Omits upstream messages, because they can contain the search text. */
function errorFields(error: unknown) {
  if (!(error instanceof UpstreamError)) return { err: error };
  const { kind, status } = error;
  return { kind, status };
}

function errorPage(
  status: number,
  heading: string,
  text: string,
  selection: DashboardState,
  headers = {},
): Response {
  const back = { href: dashboardUrl({ ...selection, page: 1 }), name: "Back to the trips" };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
