import type { Report } from "server/dashboard/report/report.server";
import type { Answer } from "../browser-answers";
import type { ViewAge } from "../dashboard-view";
import type { RequestedReport } from "./requested-report";

/** What the report page displays. */
export interface ReportAnswer extends RequestedReport, Answer {
  sandbox: boolean;
  /** Null for a range that is refused. */
  report: Report | null;
  /** Why days that are due are not being read. */
  refusal: string | null;
}

/** Milliseconds until the page asks again: while days are read, when no answer came, and after a failure. */
const READING_MS = 1_500;
const UNANSWERED_MS = 5_000;
const FAILED_MS = 15_000;

/** Milliseconds until the page asks again; null for a report that is whole. */
export function timeUntilNext({ report, refusal, lostAt }: ReportAnswer): number | null {
  if (lostAt !== undefined) return UNANSWERED_MS;
  if (report === null) return null;
  if (refusal !== null) return FAILED_MS;
  if (isBeingRead(report)) return READING_MS;
  return report.isOutdated || report.missing.length > 0 ? FAILED_MS : null;
}

/** The age of a report: that of the day that was read first. */
export function ageOf({ report, refusal }: ReportAnswer): ViewAge | null {
  if (report === null || report.asOf === null) return null;
  const isFailed = report.isOutdated && !report.isReading && refusal === null;
  return { asOf: report.asOf, failed: isFailed ? "all" : "none" };
}

/** Whether days are being read, or were not tried yet. */
export function isBeingRead({ isReading, isTooLong, read, days, missing }: Report): boolean {
  return isReading || (read + missing.length < days && !isTooLong);
}
