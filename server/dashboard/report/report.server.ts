import { UpstreamError } from "../../upstream/upstream-error.server";
import type { KnownDay } from "./day-readings.server";
import { addSums, noTrips, type TripGroup, type TripSums } from "./day-sums.server";
import { MOST_TRIPS, type DayLook } from "./report-reader.server";

const ROWS_PER_PAGE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What the rows of a report stand for. */
export type ReportBy = "day" | "wallet" | "country";

export type SortKey = ReportBy | "trips" | "distance" | "hours" | "beats" | "wallets";

/** Why a trip is in doubt. */
export type Doubt = "zero-distance" | "over-24-hours" | "over-200-kmh";

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

/** The sums of a report or of one of its rows. */
export interface ReportSums extends TripSums {
  /** How many wallets drove, and how many trips name none. */
  wallets: number;
  withoutWallet: number;
}

export interface ReportRow {
  /** The day, wallet or country; null for trips that name none. */
  name: string | null;
  sums: ReportSums;
}

/** What is known of a range of days. */
export interface RangeReport {
  from: string;
  to: string;
  days: number;
  read: number;
  /** Days that could not be read, and why. */
  missing: { day: string; reason: string }[];
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

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);
}

/** All ranges that a report reads. */
export function rangesOf(request: ReportRequest): string[][] {
  const before = request.compare ? [daysOf(rangeBefore(request))] : [];
  return [daysOf(request), ...before];
}

/** @param rows those of the page that is asked for, or all of them */
export function buildReport(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
  rows: "page" | "all" = "page",
): Report {
  const range = readRange(request, request, looks);
  const { tooMany, totals } = range;
  const sorted = sortRows(totals.rows.filter(inDoubt(request.doubt)), request);
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS_PER_PAGE));
  const page = Math.min(request.page, pages);
  const first = (page - 1) * ROWS_PER_PAGE;
  const daily = daysOf(request).map((day) => {
    const known = range.known.get(day);
    if (!known) return { day, trips: null };
    return { day, trips: tooMany === null ? (totals.daily.get(day) ?? 0) : known.trips };
  });
  const weeks = request.q === undefined ? [] : totals.weeks;
  return {
    ...range.report,
    rows: rows === "all" ? sorted : sorted.slice(first, first + ROWS_PER_PAGE),
    rowCount: sorted.length,
    page,
    pages,
    daily,
    weeks: sortRows(weeks, { by: "day", sort: { key: "day", descending: false } }),
    similar: totals.similar,
    before: request.compare ? beforeReport(request, looks, range) : null,
  };
}

function beforeReport(
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
  now: ReturnType<typeof readRange>,
): Report["before"] {
  const { report, totals } = readRange(rangeBefore(request), request, looks);
  // Who drives now is known when all of these days are.
  if (request.by !== "wallet" || !isWhole(report) || !isWhole(now.report)) {
    return { ...report, gone: [], goneCount: 0 };
  }
  const drivesNow = new Set(now.totals.rows.map(({ name }) => name));
  const gone = totals.rows.filter(({ name }) => name !== null && !drivesNow.has(name));
  const sort = { key: "trips", descending: true } as const;
  const sorted = sortRows(gone, { by: "wallet", sort });
  return { ...report, gone: sorted.slice(0, ROWS_PER_PAGE), goneCount: gone.length };
}

/** Whether all days of a range are read, and summed up. */
export function isWhole({ read, days, tooMany }: RangeReport): boolean {
  return read === days && tooMany === null;
}

type KnownDays = ReadonlyMap<string, KnownDay>;

/** What is known of a range, and what it adds up to. */
function readRange(
  { from, to }: Pick<ReportRequest, "from" | "to">,
  request: ReportRequest,
  looks: ReadonlyMap<string, DayLook>,
): { report: RangeReport; known: KnownDays; tooMany: number | null; totals: Totals } {
  const days = daysOf({ from, to });
  const known = new Map<string, KnownDay>();
  const missing: RangeReport["missing"] = [];
  let trips = 0;
  for (const day of days) {
    const look = looks.get(day) ?? null;
    if (look instanceof UpstreamError) missing.push({ day, reason: look.message });
    else if (look) {
      known.set(day, look);
      trips += look.trips;
    }
  }
  const tooMany = trips > MOST_TRIPS ? trips : null;
  // A day whose trips were only counted is not read where sums are wanted.
  for (const [day, { sums }] of tooMany === null ? known : []) if (sums === null) known.delete(day);
  const totals = sumUp(tooMany === null ? known : new Map(), request);
  const asOf = Math.min(...[...known.values()].map((day) => day.asOf));
  const report = {
    from,
    to,
    days: days.length,
    read: known.size,
    missing,
    asOf: known.size === 0 ? null : asOf,
    tooMany,
    sums: totals.sums,
  };
  return { report, known, tooMany, totals };
}

/** Adds trips up, and counts their wallets. */
class Summer {
  readonly #sums = noTrips();
  readonly #wallets = new Set<string>();
  #withoutWallet = 0;

  add(group: TripGroup): void {
    addSums(this.#sums, group);
    if (group.wallet === null) this.#withoutWallet += group.trips;
    else this.#wallets.add(group.wallet);
  }

  sums(): ReportSums {
    return { ...this.#sums, wallets: this.#wallets.size, withoutWallet: this.#withoutWallet };
  }
}

/** The Monday on or before a day. */
function weekOf(day: string): string {
  const at = Date.parse(day);
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7;
  return dayOf(at - sinceMonday * DAY_MS);
}

/** What the trips of some days add up to that a filter lets through. */
interface Totals {
  sums: ReportSums;
  rows: ReportRow[];
  /** The trips of each day that has any. */
  daily: ReadonlyMap<string, number>;
  weeks: ReportRow[];
  similar: Report["similar"];
}

/** Linear in the groups of the days. */
function sumUp(days: KnownDays, { by, country, q }: ReportRequest): Totals {
  const all = new Summer();
  const rows = new Map<string | null, Summer>();
  const weeks = new Map<string | null, Summer>();
  const daily = new Map<string, number>();
  const similar = { trips: 0, wallets: new Set<string>() };
  const contained = q?.toLowerCase();
  const add = (to: Map<string | null, Summer>, name: string | null, group: TripGroup) => {
    const summer = to.get(name) ?? new Summer();
    to.set(name, summer);
    summer.add(group);
  };
  for (const [day, { sums }] of days) {
    const week = weekOf(day);
    for (const group of sums?.groups ?? []) {
      if (country !== undefined && group.country !== country) continue;
      if (contained !== undefined && group.wallet !== q) {
        if (group.wallet?.toLowerCase().includes(contained)) {
          similar.trips += group.trips;
          similar.wallets.add(group.wallet);
        }
        continue;
      }
      all.add(group);
      add(rows, by === "day" ? day : group[by], group);
      if (q !== undefined) add(weeks, week, group);
      daily.set(day, (daily.get(day) ?? 0) + group.trips);
    }
  }
  const rowsOf = (summers: typeof rows) =>
    [...summers].map(([name, summer]) => ({ name, sums: summer.sums() }));
  return {
    sums: all.sums(),
    rows: rowsOf(rows),
    daily,
    weeks: rowsOf(weeks),
    similar: { trips: similar.trips, wallets: similar.wallets.size },
  };
}

const doubtOf: Record<Doubt, (sums: TripSums) => number> = {
  "zero-distance": ({ zeroDistance }) => zeroDistance,
  "over-24-hours": ({ overADay }) => overADay,
  "over-200-kmh": ({ tooFast }) => tooFast,
};

function inDoubt(doubt: Doubt | undefined): (row: ReportRow) => boolean {
  return ({ sums }) => doubt === undefined || doubtOf[doubt](sums) > 0;
}

const sortValue: Record<Exclude<SortKey, ReportBy>, (sums: ReportSums) => number> = {
  trips: ({ trips }) => trips,
  distance: ({ distance }) => distance,
  hours: ({ seconds }) => seconds,
  beats: ({ beats }) => beats,
  wallets: ({ wallets }) => wallets,
};

/** Sorts over all rows; equal ones stand in the order of their names, and rows without a name come last. */
function sortRows(
  rows: readonly ReportRow[],
  { by, sort: { key, descending } }: Pick<ReportRequest, "by" | "sort">,
): ReportRow[] {
  const turn = descending ? -1 : 1;
  const value = key === "day" || key === "wallet" || key === "country" ? null : sortValue[key];
  return [...rows].sort((one, other) => {
    if (value) {
      const difference = value(one.sums) - value(other.sums);
      if (difference !== 0) return turn * difference;
    }
    if (one.name === null || other.name === null) {
      return Number(one.name === null) - Number(other.name === null);
    }
    const order = one.name < other.name ? -1 : Number(one.name > other.name);
    return key === by ? turn * order : order;
  });
}
