import type { LoaderFunctionArgs } from "@remix-run/node";
import { placeFreeAt } from "server/dashboard/report/read-report.server";
import { askForTrips } from "server/dashboard/resources.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { smallPageResponse } from "server/http/guard/small-page.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import { CSV_PAGE_SIZE, csvDisposition, tripsCsv } from "~/features/dashboard/trips/trips-csv";
import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-date";
import { textStream } from "~/lib/text-stream";

/** Streams all trips that match the URL's filters or search as CSV, page by page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  params.set("tab", "trip");
  const selection = parseDashboardState(params);
  const headers = {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": csvDisposition(selection),
    "Cache-Control": "private, no-store",
  };
  if (request.method === "HEAD") return new Response(null, { headers });

  const { exportApi, exports, logger } = services();
  const connection = requestContext();
  const { clientAddress, closed } = connection;
  const place = exports.take(clientAddress);
  if (typeof place === "string") return overLimit(place, selection);
  if (closed.aborted) place.leave();
  else closed.addEventListener("abort", () => place.leave(), { once: true });

  const startedAt = Date.now();
  const readPage = (page: number) => askForTrips(exportApi, { ...selection, page }, CSV_PAGE_SIZE);
  try {
    const rows = tripsCsv(await readPage(1), readPage, (totals) =>
      logger.info({ ...totals, began: formatIso(startedAt) }, "trip export"),
    );
    const stream = textStream(rows, connection, (error) =>
      logger.error(errorFields(error), "trip export broke off"),
    );
    return new Response(stream, { headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { message, retryAt: until } = error;
    const text = `The trips could not be read: ${message}.`;
    if (until === undefined) return errorPage(502, "The export could not start", text, selection);
    return refusal(503, `${text} Try again`, ceilToSecond(until), selection);
  }
}

const LIMITS = {
  "client-full": { status: 429, text: "Two exports are already running from your network." },
  "all-full": { status: 503, text: "As many exports are running as can be at once." },
} as const;

function overLimit(place: keyof typeof LIMITS, selection: DashboardState): Response {
  const { status, text } = LIMITS[place];
  return refusal(status, `${text} Try again when one has ended, or`, placeFreeAt(), selection);
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
