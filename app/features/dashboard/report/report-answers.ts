import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { Report } from "server/dashboard/report/report.server";
import { dayOf } from "~/lib/day";
import type { ViewAge } from "../dashboard-view";
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

/** Milliseconds until the page asks again; null for a report that is whole. */
export function timeUntilNext({ report, refusal, lostAt }: ReportAnswer): number | null {
  if (lostAt !== undefined) return 5_000;
  if (report.isReading) return 1_500;
  const isWhole = refusal === null && !report.isOutdated && report.missing.length === 0;
  return isWhole ? null : 15_000;
}

/** The age of a report: that of the day that was read first. */
export function ageOf({ report: { asOf, ...report }, refusal }: ReportAnswer): ViewAge | null {
  const isStale = report.isOutdated && !report.isReading && refusal === null;
  return asOf === null ? null : { asOf, isStale };
}
