import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { Report } from "server/dashboard/report/report.server";
import { dayOf } from "~/lib/day";
import type { Answer } from "../browser-answers";
import type { ViewAge } from "../dashboard-view";
import { parseReport } from "./report-url";

/** A parsed report URL with the data of its form. No day has been read. */
export type RequestedReport = Awaited<ReturnType<typeof readRequestedReport>>;

/** What the report page displays. */
export interface ReportAnswer extends RequestedReport, Answer {
  sandbox: boolean;
  /** Null for a range that is refused. */
  report: Report | null;
  /** Why days that are due are not being read. */
  refusal: string | null;
}

/** Parses a report URL; reads the newest trip and the countries unless its days are invalid. */
export async function readRequestedReport(
  address: string,
  dashboard: Pick<DashboardData, "read" | "newestTrip">,
) {
  const params = new URL(address).searchParams;
  const today = dayOf(Date.now());
  const isRefused = parseReport(params, today).problem !== null;
  const { first, filters } = isRefused
    ? {}
    : await dashboard.read({ first: { resource: "trips" }, filters: { resource: "filters" } });
  const trips = first && "value" in first ? first.value.trips : [];
  const starts = trips.flatMap(({ startTime }) => startTime ?? []);
  const newestAt = starts.length > 0 ? Math.max(...starts) : dashboard.newestTrip()?.at;
  const newestDay = newestAt === undefined ? today : dayOf(newestAt);
  const newest = newestDay < today ? newestDay : today;
  const countries = filters && "value" in filters ? filters.value.countries : [];
  return {
    ...parseReport(params, newest),
    /** Names of the countries that can be chosen. */
    countries: countries.map(({ name }) => name),
    /** The day that presets are counted from, `YYYY-MM-DD`: that of the newest trip, unless it is later than today. */
    newest,
    /** The running day (UTC), `YYYY-MM-DD`. */
    today,
  };
}

/** Milliseconds until the page asks again: while days are read, when no answer came, and after a failure. */
const READING_MS = 1_500;
const UNANSWERED_MS = 5_000;
const FAILED_MS = 15_000;

/** Milliseconds until the page asks again; null for a report that is whole. */
export function timeUntilNext({ report, refusal, lostAt }: ReportAnswer): number | null {
  if (lostAt !== undefined) return UNANSWERED_MS;
  if (report === null) return null;
  if (report.isReading && refusal === null) return READING_MS;
  const isWhole = refusal === null && !report.isOutdated && report.missing.length === 0;
  return isWhole ? null : FAILED_MS;
}

/** The age of a report: that of the day that was read first. */
export function ageOf({ report, refusal }: ReportAnswer): ViewAge | null {
  if (report === null || report.asOf === null) return null;
  const isFailed = report.isOutdated && !report.isReading && refusal === null;
  return { asOf: report.asOf, failed: isFailed ? "all" : "none" };
}
