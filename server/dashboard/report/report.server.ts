import type { KnownDay } from "./known-days.server";
import { MOST_TRIPS, type DayStatus } from "./report-reader.server";
import {
  dayOf,
  sortRows,
  sumUp,
  type KnownDays,
  type ReportBy,
  type ReportRow,
  type ReportSums,
  type SortKey,
  type Totals,
} from "./report-rows.server";

const ROWS_PER_PAGE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The parameters of a report. */
export interface ReportRequest {
  /** First and last day of the range (UTC), both included. */
  from: string;
  to: string;
  by: ReportBy;
  country?: string | undefined;
  /** Only this wallet. */
  q?: string | undefined;
  sort: { key: SortKey; descending: boolean };
  page: number;
}

/** A report of the known days. */
export interface Report {
  from: string;
  to: string;
  days: number;
  read: number;
  /** Days that could not be read, with the reason. */
  missing: { day: string; reason: string }[];
  /** Whether some sums are outdated because a day could not be read again. */
  isOutdated: boolean;
  /** Number of trips that the upstream counted, but did not send in a readable form. */
  unreadable: number;
  /** When the oldest of the sums were read, in epoch milliseconds; null while there are none. */
  asOf: number | null;
  /** Number of unfiltered trips if there are too many to be summed up; otherwise null. */
  tooMany: number | null;
  /** Sums of the days that were read. */
  sums: ReportSums;
  rows: ReportRow[];
  /** Number of rows on all pages. */
  rowCount: number;
  page: number;
  pages: number;
  /** Number of trips of each day, in order; null for an unknown day. */
  daily: { day: string; trips: number | null }[];
  /** Number of omitted trips and wallets that contain the searched text, but are not equal to it. */
  similar: { trips: number; wallets: number };
}

/** The days of a range, in order. */
export function daysOf({ from, to }: Pick<ReportRequest, "from" | "to">): string[] {
  const days = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/**
 * Builds a report, in short turns of the event loop.
 *
 * @param rows whether to return the rows of the requested page or of all pages
 */
export async function buildReport(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayStatus>,
  rows: "page" | "all" = "page",
): Promise<Report> {
  const range = await readRange(request, looks);
  const { tooMany, totals } = range;
  const sorted = await sortRows(totals.rows, request.by, request.sort);
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS_PER_PAGE));
  const page = Math.min(request.page, pages);
  const first = (page - 1) * ROWS_PER_PAGE;
  const daily = daysOf(request).map((day) => {
    const data = range.known.get(day);
    if (!data) return { day, trips: null };
    return { day, trips: tooMany === null ? (totals.daily.get(day) ?? 0) : data.trips };
  });
  return {
    ...range.report,
    rows: rows === "all" ? sorted : sorted.slice(first, first + ROWS_PER_PAGE),
    rowCount: sorted.length,
    page,
    pages,
    daily,
    similar: totals.similar,
  };
}

/** The part of a report that does not depend on the grouping of its rows. */
type RangeSums = Omit<Report, "rows" | "rowCount" | "page" | "pages" | "daily" | "similar">;

/** Collects the known days of a range and sums them up. */
async function readRange(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayStatus>,
): Promise<{ report: RangeSums; known: KnownDays; tooMany: number | null; totals: Totals }> {
  const { from, to } = request;
  const days = daysOf(request);
  const known = new Map<string, KnownDay>();
  const missing: Report["missing"] = [];
  const lookAt = (day: string) => looks.get(day) ?? { known: null, failed: null };
  const trips = days.reduce((sum, day) => sum + (lookAt(day).known?.trips ?? 0), 0);
  const tooMany = trips > MOST_TRIPS ? trips : null;
  for (const day of days) {
    const { known: data, failed } = lookAt(day);
    // A day whose trips were only counted is missing if sums are wanted.
    if (data && (tooMany !== null || data.groups !== null)) known.set(day, data);
    else if (failed) missing.push({ day, reason: failed.error.message });
  }
  const totals = await sumUp(tooMany === null ? known : new Map(), request);
  const asOf = Math.min(...[...known.values()].map((day) => day.asOf));
  const report = {
    from,
    to,
    days: days.length,
    read: known.size,
    missing,
    isOutdated: [...known.keys()].some((day) => lookAt(day).failed !== null),
    unreadable: [...known.values()].reduce((sum, { unreadable }) => sum + unreadable, 0),
    asOf: known.size === 0 ? null : asOf,
    tooMany,
    sums: totals.sums,
  };
  return { report, known, tooMany, totals };
}
