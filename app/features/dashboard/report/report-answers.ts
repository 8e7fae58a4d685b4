import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { Report } from "server/dashboard/report/report.server";
import { serverNow } from "~/lib/server-clock";
import type { ViewAge } from "../dashboard-view";
import { endMove, inTime } from "../reload";
import type { RequestedReport } from "./requested-report";

/** What the report page displays. */
export interface ReportAnswer extends RequestedReport {
  sandbox: boolean;
  /** Null for a range that is refused. */
  report: Report | null;
  /** Why days that are due are not being read. */
  refusal: string | null;
  /** Since when no answer has come, epoch milliseconds; unset for an answer of the server. */
  lostAt?: number | undefined;
}

/** The answer that the page displays, or displayed last, and its path and query. */
let displayed: { answer: ReportAnswer; address: string } | null = null;

/**
 * Asks the server. When no answer comes, a displayed report stays, and the page says so and asks again. A move to another
 * one ends.
 */
export async function answerOrDisplayed(
  request: Request,
  ask: () => Promise<ReportAnswer>,
): Promise<ReportAnswer> {
  try {
    return await inTime(ask());
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    const isDisplayed = displayed?.address === pathname + search;
    if (!displayed || !isDisplayed || error instanceof Response) return endMove(error, request);
    return { ...displayed.answer, lostAt: displayed.answer.lostAt ?? serverNow() };
  }
}

/** Milliseconds until the page asks again: while days are read, when no answer came, and after a failure. */
const READING_MS = 1_500;
const UNANSWERED_MS = 5_000;
const FAILED_MS = 15_000;

/** Keeps the displayed answer for the time when no further one comes, and asks again when that is due. */
export function useFurtherAnswers(answer: ReportAnswer): void {
  const { state, revalidate } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const waitMs = timeUntilNext(answer);
  useEffect(() => {
    displayed = { answer, address };
    if (waitMs === null || !isIdle) return;
    const timer = setTimeout(revalidate, waitMs);
    return () => clearTimeout(timer);
  }, [answer, address, waitMs, isIdle, revalidate]);
}

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
