import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvHeaders } from "server/dashboard/csv-file-name.server";
import { exportRefusal, streamInPlace } from "server/dashboard/export-places.server";
import { buildReport } from "server/dashboard/report/report.server";
import { askForTrips } from "server/dashboard/resources.server";
import { LARGE_PAGE, tripPages } from "server/dashboard/trip-pages.server";
import { tripsCsv } from "server/dashboard/trips-csv.server";
import { smallPageResponse } from "server/http/small-page.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/limits/limits.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  dashboardUrl,
  isReport,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import { readRequestedReport } from "~/features/dashboard/report/report-answers";
import { reportCsv } from "~/features/dashboard/report/report-csv";
import { tooManyText } from "~/features/dashboard/report/report-texts";
import { reportUrl } from "~/features/dashboard/report/report-url";
import { daysOf } from "~/lib/day";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";

/** Sends a report or a list of trips as CSV, or a page that says why not, and when to try again. */
export function loader({ request: { url, method } }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(url);
  return isReport(pathname)
    ? sendReport(searchParams, method === "HEAD")
    : sendTrips(searchParams, method === "HEAD");
}

/** Streams all trips that match the filters or the search, page by page. */
async function sendTrips(params: URLSearchParams, isHead: boolean): Promise<Response> {
  params.set("tab", "trip");
  const selection = parseDashboardState(params);
  const back = { href: dashboardUrl({ ...selection, page: 1 }), name: "Back to the trips" };
  if (selection.dateWasInvalid) {
    const text = "The date is not a day of the calendar. Choose one such as 2025-08-19.";
    return refusal({ status: 400, text }, back);
  }
  if (isHead) return new Response(null, { headers: tripsHeaders(selection) });
  try {
    const sent = await streamInPlace(services(), () => openTrips(selection));
    return sent instanceof Response ? sent : refusal(sent, back);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { message, retryAt: until } = error;
    const text = `The trips could not be read: ${message}.`;
    return refusal(
      { status: until === undefined ? 502 : 503, text: withAdvice(text, until), until },
      back,
    );
  }
}

async function openTrips(selection: DashboardState) {
  const { dashboard, exportApi } = services();
  const spelled = await dashboard.spelled(selection);
  const pages = tripPages((page) => askForTrips(exportApi, { ...spelled, page }, LARGE_PAGE));
  // The first page is read before the response begins, so that its failure has a status.
  const lines = tripsCsv(await pages.next(), pages);
  return { headers: tripsHeaders(selection, spelled.spellings), lines };
}

/** Headers of the file, whose name says when it has one of several spellings of its country alone. */
function tripsHeaders({ q, date, country }: DashboardState, spellings = 1) {
  const note = spellings > 1 ? `one-of-${spellings}-spellings` : undefined;
  return csvHeaders(["trips", ...(q ? ["search", q] : [date, country, note])]);
}

/** Time until the next request while days are being read. */
const READING_MS = 2_000;

async function sendReport(params: URLSearchParams, isHead: boolean): Promise<Response> {
  const { dashboard, reportDays } = services();
  const { request: wanted, problem, today } = await readRequestedReport(params, dashboard);
  const back = { href: reportUrl(wanted), name: "Back to the report" };
  if (problem !== null) return refusal({ status: 400, text: problem }, back);
  const { from, to, q, country } = wanted;
  const headers = csvHeaders(["report", from, to, country, q]);
  if (isHead) return new Response(null, { headers });

  const known = await reportDays.read(daysOf(wanted), requestContext().clientAddress);
  const report = buildReport(wanted, known, "all");
  if (report.isTooLong) return refusal({ status: 400, text: tooManyText(wanted) }, back);
  if (report.read === report.days && !report.isOutdated) {
    // The rows of a long file stay in memory while it is sent, so that each file takes a place.
    const lines = reportCsv(wanted, report, today);
    const sent = await streamInPlace(services(), () => Promise.resolve({ headers, lines }));
    return sent instanceof Response ? sent : refusal(sent, back);
  }
  if (known.refused !== null) return refusal(exportRefusal(known.refused), back);
  const missing = report.missing.map(({ day, reason }) => ` ${day}: ${reason}.`).join("");
  const text = `${report.read} of ${report.days} days read.${missing}`;
  const retryTimes = [...known.days.values()].map(({ failure }) => failure?.retryAt ?? 0);
  const until = Math.max(Date.now() + READING_MS, ...retryTimes);
  return refusal({ status: 503, text: withAdvice(text, until), until }, back);
}

/** A text, with the moment from which the visitor may try again, if it is known. */
function withAdvice(text: string, until: number | undefined): string {
  if (until === undefined) return text;
  return `${text} Try again from ${formatExactDateTime(ceilToSecond(until))} on.`;
}

/** @param why with the moment from which the visitor may try again, if it is known */
function refusal(
  why: { status: number; text: string; until?: number | undefined },
  back: { href: string; name: string },
): Response {
  const { status, text, until } = why;
  const heading = until === undefined ? "The export could not start" : "The export has to wait";
  const headers = until === undefined ? {} : { "Retry-After": retryAfter(until) };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
