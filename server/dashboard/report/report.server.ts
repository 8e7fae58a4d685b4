import { MAX_COUNTRY_LENGTH } from "../../upstream/contracts/trips.server";
import { screenText } from "../../upstream/upstream-text.server";
import { addSums, noTrips, sumsOf, walletKey, type TripGroup } from "./day-sums.server";
import { daysOf } from "./days.server";
import { isTooLong, type KnownDays } from "./report-days.server";

const ROWS_PER_PAGE = 50;

/** The dimension by which a report's rows are grouped. */
export type ReportBy = "day" | "wallet" | "country";

/** The columns that can sort a report. */
export type SortKey = ReportBy | "trips" | "distance" | "hours" | "beats" | "wallets";

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

/** A report of the days that are known. */
export type Report = ReturnType<typeof buildReport>;

/** The figures of a report or of a row in plain units, and the numbers of trips that are left out of each. */
export type ReportFigures = ReturnType<Summer["figures"]>;

export interface ReportRow {
  /** The day, wallet or country; null for trips without one. */
  name: string | null;
  /** Null for a day that was not read. */
  figures: ReportFigures | null;
}

/** Sums up the trips of a report or of a row, and counts their wallets. */
class Summer {
  readonly sums = noTrips();
  #withoutWallet = 0;
  readonly #wallets = new Set<string>();

  /** @param name of the row */
  constructor(readonly name: string | null) {}

  /** @param wallet the key of the group's wallet */
  add(group: TripGroup, wallet: string | null): void {
    addSums(this.sums, group);
    if (wallet === null) this.#withoutWallet += group.trips;
    else this.#wallets.add(wallet);
  }

  /** A figure is null when no trip states it, and a sum is zero without trips. */
  figures() {
    const { trips, kilometres, seconds, beats, pairedKilometres, pairedSeconds } = this.sums;
    const { withoutDistance, withoutDuration, withoutBeats } = this.sums;
    const [measured, timed] = [trips - withoutDistance, trips - withoutDuration];
    const sum = (value: number, of: number) => (of > 0 || trips === 0 ? value : null);
    const average = (value: number, by: number) => (by > 0 ? value / by : null);
    return {
      trips,
      distance: sum(kilometres, measured),
      hours: sum(seconds / 3600, timed),
      beats: sum(beats, trips - withoutBeats),
      wallets: this.#wallets.size,
      /** Kilometres, seconds, and kilometres per hour. */
      averageDistance: average(kilometres, measured),
      averageDuration: average(seconds, timed),
      averageSpeed: average(pairedKilometres * 3600, pairedSeconds),
      withoutDistance,
      withoutDuration,
      withoutBeats,
      withoutWallet: this.#withoutWallet,
    };
  }
}

/** The trips of the known days by day, wallet and country. A trip without a known start has no day. */
function* groupsOf(days: KnownDays["days"]): Generator<[day: string | null, group: TripGroup]> {
  const undatedIds = new Set<string>();
  for (const [day, { known }] of days) {
    for (const group of known?.sums.groups ?? []) yield [day, group];
    for (const trip of known?.sums.undated ?? []) {
      if (undatedIds.has(trip.id)) continue;
      undatedIds.add(trip.id);
      yield [null, { ...sumsOf(trip), wallet: trip.wallet, country: trip.country }];
    }
  }
}

/** Sums up the trips that match the filters of a report: in all, by row and by day. */
function sumUp({ by, country, q }: ReportRequest, days: KnownDays["days"]) {
  const total = new Summer("total");
  const byDay = new Map<string | null, Summer>();
  for (const [day, { known: read }] of days) if (read) byDay.set(day, new Summer(day));
  const byName = by === "day" ? byDay : new Map<string | null, Summer>();
  // The rows' countries were cleaned in the same way.
  const place = country && screenText(country, MAX_COUNTRY_LENGTH);
  const wallet = q && walletKey(q);
  for (const [day, group] of groupsOf(days)) {
    const key = group.wallet && walletKey(group.wallet);
    if (place !== undefined && group.country !== place) continue;
    if (wallet !== undefined && key !== wallet) continue;
    total.add(group, key);
    rowOf(byDay, day).add(group, key);
    if (by === "wallet") rowOf(byName, key, group.wallet).add(group, key);
    if (by === "country") rowOf(byName, group.country).add(group, key);
  }
  return { total, byDay, byName };
}

/** @param name of the row, where it is not the key */
function rowOf(rows: Map<string | null, Summer>, key: string | null, name = key): Summer {
  const row = rows.get(key) ?? new Summer(name);
  rows.set(key, row);
  return row;
}

/** Builds a report of the days that are known. @param pages whether to return the rows of one page or of all */
export function buildReport(request: ReportRequest, known: KnownDays, pages: "one" | "all") {
  const range = daysOf(request);
  const looks = [...known.days.values()];
  const read = looks.flatMap((look) => look.known ?? []);
  const tooLong = isTooLong(looks);
  const { total, byDay, byName } = sumUp(request, tooLong ? new Map() : known.days);
  const rows = [...byName.values()].map((row): ReportRow => {
    return { name: row.name, figures: row.figures() };
  });
  const unread = range.filter((day) => !byDay.has(day));
  if (request.by === "day") rows.push(...unread.map((name) => ({ name, figures: null })));
  const count = (of: "unreadable" | "repeated" | "elsewhere") =>
    read.reduce((sum, { sums }) => sum + sums[of], 0);
  return {
    days: range.length,
    read: read.length,
    /** Days that could not be read. */
    missing: [...known.days].flatMap(([day, { problem }]) =>
      problem === null ? [] : [{ day, reason: problem }],
    ),
    isReading: known.isReading,
    /** Whether days that are known have to be read again. */
    isOutdated: looks.some(({ known, isDue }) => known !== null && isDue),
    /** Whether the range has too many trips to be summed up. */
    isTooLong: tooLong,
    /** When the oldest of the sums were read, epoch milliseconds; null while there are none. */
    asOf: read.length === 0 ? null : Math.min(...read.map(({ asOf }) => asOf)),
    /** Rows of the days' lists that are in no sum, of whatever wallet and country. */
    unreadable: count("unreadable"),
    repeated: count("repeated"),
    elsewhere: count("elsewhere"),
    total: total.figures(),
    first: total.sums.first,
    last: total.sums.last,
    ...pageOf(sortRows(rows, request), request.page, pages),
    /** Number of trips of each day; null for a day that was not read. */
    daily: range.map((day) => ({ day, trips: byDay.get(day)?.sums.trips ?? null })),
  };
}

function pageOf(rows: ReportRow[], wanted: number, which: "one" | "all") {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const first = (page - 1) * ROWS_PER_PAGE;
  const shown = which === "all" ? rows : rows.slice(first, first + ROWS_PER_PAGE);
  return { rows: shown, rowCount: rows.length, page, pages };
}

/** Sorts all rows. Equal rows are in the order of their names; rows without a value or a name come last. */
function sortRows(rows: readonly ReportRow[], { sort }: ReportRequest): ReportRow[] {
  const { key, descending } = sort;
  const value = ({ name, figures }: ReportRow) =>
    key === "day" || key === "wallet" || key === "country" ? name : (figures?.[key] ?? null);
  return rows.toSorted(
    (a, b) => inOrder(value(a), value(b), descending) || inOrder(a.name, b.name, false),
  );
}

function inOrder<T extends string | number>(a: T | null, b: T | null, descending: boolean) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = a < b ? -1 : Number(a > b);
  return descending ? -order : order;
}
