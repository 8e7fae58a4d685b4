import type { LoaderFunctionArgs } from "@remix-run/node";
import { exportReport } from "server/dashboard/report/report-csv.server";
import { exportTrips } from "server/dashboard/trips-csv.server";
import { smallPageResponse } from "server/http/small-page.server";
import { retryAfter } from "server/limits/limits.server";
import { services } from "server/services.server";
import { dashboardUrl, isReport, parseDashboardState } from "~/features/dashboard/dashboard-url";
import { parseReport, reportUrl } from "~/features/dashboard/report/report-url";

/** Sends a report or a list of trips as CSV, or a page that says why not, and when to try again. */
export async function loader({ request: { url, method } }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(url);
  const ofReport = isReport(pathname);
  searchParams.set("tab", "trip");
  const [report, trips] = [parseReport(searchParams), parseDashboardState(searchParams)];
  const sent = await (ofReport
    ? exportReport(services(), report, method === "HEAD")
    : exportTrips(services(), trips, method === "HEAD"));
  if (sent instanceof Response) return sent;

  const { status, text, until } = sent;
  const back = ofReport
    ? { href: reportUrl(report), name: "Back to the report" }
    : { href: dashboardUrl({ ...trips, page: 1 }), name: "Back to the trips" };
  const heading = until === undefined ? "The export could not start" : "The export has to wait";
  const headers = until === undefined ? {} : { "Retry-After": retryAfter(until) };
  const { siteName } = services().settings;
  return smallPageResponse({ heading, text, back }, { status, headers, siteName });
}
