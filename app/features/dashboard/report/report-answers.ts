import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { Report } from "server/dashboard/report/report.server";
import { dayOf } from "~/lib/day";
import type { Answer } from "../open-page";
import { parseReport } from "./report-url";

/** What the report page displays: a parsed URL, the data of its form, and the sums. */
export interface ReportAnswer extends Answer, Awaited<ReturnType<typeof readRequestedReport>> {
  sandbox: boolean;
  /** Of no days where the range is refused. */
  report: Report;
  /** Why days that are due are not being read. */
  refusal: string | null;
}

/** Parses a report's query; reads the newest trip and the countries unless its days are invalid. */
export async function readRequestedReport(
  params: URLSearchParams,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
) {
  const now = Date.now();
  const isRefused = parseReport(params, dayOf(now)).problem !== null;
  const { filters } = isRefused
    ? {}
    : await dashboard.read({ first: { resource: "trips" }, filters: { resource: "filters" } });
  const newest = dayOf(Math.min(now, dashboard.newestTrip(true)?.at ?? now));
  return {
    ...parseReport(params, newest),
    /** Names of the countries that can be chosen. */
    countries: filters && "value" in filters ? filters.value.countries.map(({ name }) => name) : [],
    /** The day that presets are counted from, `YYYY-MM-DD`: that of the newest trip, unless it is later than today. */
    newest,
    /** The running day (UTC), `YYYY-MM-DD`. */
    today: dayOf(now),
  };
}
