import { daysOf } from "~/lib/day";
import { MAX_COUNTRY_LENGTH } from "../../upstream/contracts/trips.server";
import { screenText } from "../../upstream/upstream-text.server";
import type { DayTrip } from "./day-trips.server";
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

/** A quantity of trips: its sum, and how many of the trips state it. */
class Quantity {
  sum = 0;
  count = 0;

  add(value: number | null): void {
    if (value === null) return;
    this.sum += value;
    this.count += 1;
  }

  average(): number | null {
    return this.count > 0 ? this.sum / this.count : null;
  }
}

/** Sums up the trips of a report or of a row, and counts their wallets. */
class Summer {
  trips = 0;
  /** The first and the last known start, epoch milliseconds. */
  first: number | null = null;
  last: number | null = null;
  readonly #distance = new Quantity();
  readonly #seconds = new Quantity();
  readonly #beats = new Quantity();
  // Of the trips for which both are known. The speed is computed from these.
  #pairedDistance = 0;
  #pairedSeconds = 0;
  #withoutWallet = 0;
  readonly #wallets = new Set<string>();

  /** @param name of the row */
  constructor(readonly name: string | null) {}

  /** @param wallet the key of the trip's wallet */
  add({ distance, seconds, beats, startTime }: DayTrip, wallet: string | null): void {
    this.trips += 1;
    this.#distance.add(distance);
    this.#seconds.add(seconds);
    this.#beats.add(beats);
    if (distance !== null && seconds !== null) {
      this.#pairedDistance += distance;
      this.#pairedSeconds += seconds;
    }
    if (startTime !== null) {
      this.first = Math.min(this.first ?? Infinity, startTime);
      this.last = Math.max(this.last ?? -Infinity, startTime);
    }
    if (wallet === null) this.#withoutWallet += 1;
    else this.#wallets.add(wallet);
  }

  /** A figure is null when no trip states it, and a sum is zero without trips. */
  figures() {
    const { trips } = this;
    const [distance, seconds, beats] = [this.#distance, this.#seconds, this.#beats];
    const sumOf = ({ sum, count }: Quantity) => (count > 0 || trips === 0 ? sum : null);
    const time = sumOf(seconds);
    const isPaired = this.#pairedSeconds > 0;
    return {
      trips,
      distance: sumOf(distance),
      hours: time === null ? null : time / 3600,
      beats: sumOf(beats),
      wallets: this.#wallets.size,
      /** Kilometres, seconds, and kilometres per hour. */
      averageDistance: distance.average(),
      averageDuration: seconds.average(),
      averageSpeed: isPaired ? (this.#pairedDistance * 3600) / this.#pairedSeconds : null,
      withoutDistance: trips - distance.count,
      withoutDuration: trips - seconds.count,
      withoutBeats: trips - beats.count,
      withoutWallet: this.#withoutWallet,
    };
  }
}

/** A wallet for comparisons: the letter case of an address that starts with `0x` is only a checksum. */
function walletKey(wallet: string): string {
  return /^0x/i.test(wallet) ? wallet.toLowerCase() : wallet;
}

/** Sums up the trips that match the filters of a report, each once: in all, by row and by day. */
function sumUp({ by, country, q }: ReportRequest, days: KnownDays["days"]) {
  const total = new Summer("total");
  const byDay = new Map<string | null, Summer>();
  const byName = by === "day" ? byDay : new Map<string | null, Summer>();
  const ids = new Set<string>();
  let repeated = 0;
  // The rows' countries were cleaned in the same way.
  const place = country && screenText(country, MAX_COUNTRY_LENGTH);
  const wallet = q && walletKey(q);
  for (const [day, { known }] of days) {
    if (known === null) continue;
    byDay.set(day, new Summer(day));
    repeated += known.day.repeated;
    for (const trip of known.day.trips) {
      if (ids.has(trip.id)) {
        repeated += 1;
        continue;
      }
      ids.add(trip.id);
      const key = trip.wallet && walletKey(trip.wallet);
      if (place !== undefined && trip.country !== place) continue;
      if (wallet !== undefined && key !== wallet) continue;
      total.add(trip, key);
      // A trip without a known start has no day.
      rowOf(byDay, trip.startTime === null ? null : day).add(trip, key);
      if (by === "wallet") rowOf(byName, key, trip.wallet).add(trip, key);
      if (by === "country") rowOf(byName, trip.country).add(trip, key);
    }
  }
  return { total, byDay, byName, repeated };
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
  const { total, byDay, byName, repeated } = sumUp(request, tooLong ? new Map() : known.days);
  const rows = [...byName.values()].map((row): ReportRow => {
    return { name: row.name, figures: row.figures() };
  });
  const unread = range.filter((day) => !byDay.has(day));
  if (request.by === "day") rows.push(...unread.map((name) => ({ name, figures: null })));
  const count = (of: "unreadable" | "elsewhere") => read.reduce((sum, { day }) => sum + day[of], 0);
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
    repeated,
    elsewhere: count("elsewhere"),
    total: total.figures(),
    first: total.first,
    last: total.last,
    ...pageOf(sortRows(rows, request), request.page, pages),
    /** Number of trips of each day; null for a day that was not read. */
    daily: range.map((day) => ({ day, trips: byDay.get(day)?.trips ?? null })),
  };
}

function pageOf(rows: ReportRow[], wanted: number, which: "one" | "all") {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const rowsBefore = (page - 1) * ROWS_PER_PAGE;
  const shown = which === "all" ? rows : rows.slice(rowsBefore, rowsBefore + ROWS_PER_PAGE);
  return { rows: shown, rowsBefore, rowCount: rows.length, page, pages };
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
