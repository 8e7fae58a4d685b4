import type { KnownDay } from "./known-days.server";
import { MOST_TRIPS, type DayLook } from "./report-reader.server";
import {
  dayOf,
  inDoubt,
  sortRows,
  sumUp,
  type Doubt,
  type KnownDays,
  type ReportBy,
  type ReportRow,
  type ReportSums,
  type SortKey,
  type Totals,
} from "./report-rows.server";

const ROWS_PER_PAGE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Which report is wanted. */
export interface ReportRequest {
  /** Days of the calendar (UTC), both included. */
  from: string;
  to: string;
  by: ReportBy;
  country?: string | undefined;
  /** That wallet alone. */
  q?: string | undefined;
  /** Beside the same number of days before. */
  compare: boolean;
  /** Rows with trips in doubt alone. */
  doubt?: Doubt | undefined;
  sort: { key: SortKey; descending: boolean };
  page: number;
}

/** What is known of a range of days. */
export interface RangeReport {
  from: string;
  to: string;
  days: number;
  read: number;
  /** Days that could not be read, and why. */
  missing: { day: string; reason: string }[];
  /** Whether some of the sums are older than they should be, because a day could not be read again. */
  isOutdated: boolean;
  /** How many trips the upstream stated and did not send in a form that can be read. */
  unreadable: number;
  /** When the oldest of the sums were read, epoch milliseconds; null while there are none. */
  asOf: number | null;
  /** The number of trips of all kinds, where there are too many to be summed up. */
  tooMany: number | null;
  /** Of the days that were read. */
  sums: ReportSums;
}

/** A report as far as its days are known. */
export interface Report extends RangeReport {
  rows: ReportRow[];
  /** Of all pages. */
  rowCount: number;
  page: number;
  pages: number;
  /** The trips of each day in order; null for a day that is not known. */
  daily: { day: string; trips: number | null }[];
  /** A wallet's weeks, by their first day (Monday); none without a wallet. */
  weeks: ReportRow[];
  /** Trips that are left out because their wallet only contains the text asked for, and how many wallets these have. */
  similar: { trips: number; wallets: number };
  before: (RangeReport & { gone: ReportRow[]; goneCount: number }) | null;
}

/** The days of a range, in order. */
export function daysOf({ from, to }: Pick<ReportRequest, "from" | "to">): string[] {
  const days = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at));
  return days;
}

/** As many days as a range has, right before it. */
export function rangeBefore(range: Pick<ReportRequest, "from" | "to">): {
  from: string;
  to: string;
} {
  const start = Date.parse(range.from);
  return { from: dayOf(start - daysOf(range).length * DAY_MS), to: dayOf(start - DAY_MS) };
}

/** All ranges that a report reads. */
export function rangesOf(request: ReportRequest): string[][] {
  const before = request.compare ? [daysOf(rangeBefore(request))] : [];
  return [daysOf(request), ...before];
}

/**
 * Adds a report up, in short turns of the event loop.
 *
 * @param rows those of the page that is asked for, or all of them
 */
export async function buildReport(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
  rows: "page" | "all" = "page",
): Promise<Report> {
  const range = await readRange(request, request, looks);
  const { tooMany, totals } = range;
  const sorted = await sortRows(
    totals.rows.filter(inDoubt(request.doubt)),
    request.by,
    request.sort,
  );
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS_PER_PAGE));
  const page = Math.min(request.page, pages);
  const first = (page - 1) * ROWS_PER_PAGE;
  const daily = daysOf(request).map((day) => {
    const known = range.known.get(day);
    if (!known) return { day, trips: null };
    return { day, trips: tooMany === null ? (totals.daily.get(day) ?? 0) : known.trips };
  });
  return {
    ...range.report,
    rows: rows === "all" ? sorted : sorted.slice(first, first + ROWS_PER_PAGE),
    rowCount: sorted.length,
    page,
    pages,
    daily,
    weeks: await sortRows(totals.weeks, "day", { key: "day", descending: false }),
    similar: totals.similar,
    before: request.compare ? await beforeReport(request, looks, range) : null,
  };
}

async function beforeReport(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
  now: Awaited<ReturnType<typeof readRange>>,
): Promise<Report["before"]> {
  const { report, totals } = await readRange(rangeBefore(request), request, looks);
  // Who drives now is known when all of these days are.
  if (request.by !== "wallet" || !isWhole(report) || !isWhole(now.report)) {
    return { ...report, gone: [], goneCount: 0 };
  }
  const drivesNow = new Set(now.totals.rows.map(({ name }) => name));
  const gone = totals.rows.filter(({ name }) => name !== null && !drivesNow.has(name));
  const sorted = await sortRows(gone, "wallet", { key: "trips", descending: true });
  return { ...report, gone: sorted.slice(0, ROWS_PER_PAGE), goneCount: gone.length };
}

/** Whether all days of a range are read, and summed up. */
export function isWhole({ read, days, tooMany }: RangeReport): boolean {
  return read === days && tooMany === null;
}

/** What is known of a range, and what it adds up to. */
async function readRange(
  { from, to }: Pick<ReportRequest, "from" | "to">,
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
): Promise<{ report: RangeReport; known: KnownDays; tooMany: number | null; totals: Totals }> {
  const days = daysOf({ from, to });
  const known = new Map<string, KnownDay>();
  const missing: RangeReport["missing"] = [];
  const lookAt = (day: string) => looks.get(day) ?? { known: null, failed: null };
  const trips = days.reduce((sum, day) => sum + (lookAt(day).known?.trips ?? 0), 0);
  const tooMany = trips > MOST_TRIPS ? trips : null;
  for (const day of days) {
    const { known: it, failed } = lookAt(day);
    // A day whose trips were only counted is not read where sums are wanted.
    if (it && (tooMany !== null || it.groups !== null)) known.set(day, it);
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
