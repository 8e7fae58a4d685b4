import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvHeaders } from "server/dashboard/csv-file-name.server";
import { streamInPlace, type exportRefusal } from "server/dashboard/export-places.server";
import { askForTrips } from "server/dashboard/resources.server";
import { LARGE_PAGE, tripPages } from "server/dashboard/trip-pages.server";
import { tripsCsv } from "server/dashboard/trips-csv.server";
import { smallPageResponse } from "server/http/guard/small-page.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";

/** Streams all trips that match the URL's filters or search as CSV, page by page. */
export async function loader({ request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  params.set("tab", "trip");
  const selection = parseDashboardState(params);
  if (selection.dateWasInvalid) {
    const text = "The date is not a day of the calendar. Choose one such as 2025-08-19.";
    return errorPage(400, "The export could not start", text, selection);
  }
  if (request.method === "HEAD") return new Response(null, { headers: headersOf(selection) });
  try {
    const sent = await streamInPlace(services(), () => openCsv(selection));
    if (sent instanceof Response) return sent;
    return refusal(sent, selection);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { message, retryAt: until } = error;
    const text = `The trips could not be read: ${message}.`;
    if (until === undefined) return errorPage(502, "The export could not start", text, selection);
    const advice = `Try again from ${formatExactDateTime(ceilToSecond(until))} on.`;
    return refusal({ status: 503, text: `${text} ${advice}`, until }, selection);
  }
}

async function openCsv(selection: DashboardState) {
  const { dashboard, exportApi } = services();
  const spelled = await dashboard.spelled(selection);
  const pages = tripPages((page) => askForTrips(exportApi, { ...spelled, page }, LARGE_PAGE));
  // The first page is read before the response begins, so that its failure has a status.
  const lines = tripsCsv(await pages.next(), pages);
  return { headers: headersOf(selection, spelled.spellings), lines };
}

/** Headers of the file, whose name says when it has one of several spellings of its country alone. */
function headersOf({ q, date, country }: DashboardState, spellings = 1) {
  const note = spellings > 1 ? `one-of-${spellings}-spellings` : undefined;
  return csvHeaders(["trips", ...(q ? ["search", q] : [date, country, note])]);
}

/** Error page of an export that may be tried again from a moment on, which its text names. */
function refusal(why: ReturnType<typeof exportRefusal>, selection: DashboardState): Response {
  const headers = { "Retry-After": retryAfter(why.until) };
  return errorPage(why.status, "The export has to wait", why.text, selection, headers);
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
