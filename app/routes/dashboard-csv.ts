import type { LoaderFunctionArgs } from "@remix-run/node";
import type { NoFile } from "server/dashboard/export-stream.server";
import { exportReport } from "server/dashboard/report/report-csv.server";
import { exportTrips } from "server/dashboard/trips-csv.server";
import { smallPageResponse } from "server/http/small-page.server";
import { retryAfter } from "server/limits/limits.server";
import { services } from "server/services.server";
import { reportSums } from "~/content/dashboard";
import { dashboardUrl, isReport, parseDashboardState } from "~/features/dashboard/dashboard-url";
import { parseReport, reportUrl } from "~/features/dashboard/report/report-url";

/** Sends a report or a list of trips as CSV, or a page that says why not, and when to try again. */
export async function loader({ request: { url, method } }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(url);
  const isHead = method === "HEAD";
  if (isReport(pathname)) {
    const report = parseReport(searchParams);
    const sent = await exportReport(services(), report, reportSums, isHead);
    return orPage(sent, { href: reportUrl(report), name: "Back to the report" });
  }
  searchParams.set("tab", "trip");
  const trips = parseDashboardState(searchParams);
  const sent = await exportTrips(services(), trips, isHead);
  return orPage(sent, { href: dashboardUrl({ ...trips, page: 1 }), name: "Back to the trips" });
}

function orPage(sent: Response | NoFile, back: { href: string; name: string }): Response {
  if (sent instanceof Response) return sent;
  const { status, text, until } = sent;
  const heading = until === undefined ? "The export could not start" : "The export has to wait";
  const headers = until === undefined ? {} : { "Retry-After": retryAfter(until) };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
