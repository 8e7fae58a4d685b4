import { counted } from "~/lib/format-metric";
import { screenText } from "../../upstream/answer.server";
import { MAX_COUNTRY_LENGTH } from "../../upstream/contracts/trips.server";
import { noSlot } from "../export-slots.server";
import { keyOf, type DayTrip } from "./day-trips.server";
import { isTooLong, type KnownDays } from "./read-days.server";

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
  /** A column, with `-` before it descending. */
  sort: SortKey | `-${SortKey}`;
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

/** Sums up the trips of a report or of a row. Its fields are numbers alone, because there may be 50,000 rows. */
class Summer {
  trips = 0;
  /** The first and the last known start, epoch milliseconds. */
  first: number | null = null;
  last: number | null = null;
  #distance = 0;
  #withDistance = 0;
  #seconds = 0;
  #withSeconds = 0;
  #beats = 0;
  #withBeats = 0;
  // Of the trips for which both are known. The speed is computed from these.
  #pairedDistance = 0;
  #pairedSeconds = 0;
  #withWallet = 0;

  /**
   * @param name of the row
   * @param wallets the keys of its wallets; left out in a row of one wallet
   */
  constructor(
    readonly name: string | null,
    readonly wallets?: Set<string>,
  ) {}

  add({ distance, seconds, beats, startTime, group: { walletKey } }: DayTrip): void {
    this.trips += 1;
    if (distance !== null) {
      this.#distance += distance;
      this.#withDistance += 1;
    }
    if (seconds !== null) {
      this.#seconds += seconds;
      this.#withSeconds += 1;
    }
    if (beats !== null) {
      this.#beats += beats;
      this.#withBeats += 1;
    }
    if (distance !== null && seconds !== null) {
      this.#pairedDistance += distance;
      this.#pairedSeconds += seconds;
    }
    if (walletKey !== null) {
      this.#withWallet += 1;
      this.wallets?.add(walletKey);
    }
    if (startTime !== null) {
      this.first = Math.min(this.first ?? Infinity, startTime);
      this.last = Math.max(this.last ?? -Infinity, startTime);
    }
  }

  /** A figure is null when no trip states it, and a sum is zero without trips. */
  figures() {
    const { trips } = this;
    const sum = (value: number, count: number) => (count > 0 || trips === 0 ? value : null);
    return {
      trips,
      distance: sum(this.#distance, this.#withDistance),
      hours: sum(this.#seconds / 3600, this.#withSeconds),
      beats: sum(this.#beats, this.#withBeats),
      wallets: this.wallets?.size ?? Math.min(this.#withWallet, 1),
      /** Kilometres, seconds, and kilometres per hour. */
      averageDistance: ratio(this.#distance, this.#withDistance),
      averageDuration: ratio(this.#seconds, this.#withSeconds),
      averageSpeed: ratio(this.#pairedDistance * 3600, this.#pairedSeconds),
      without: {
        distance: trips - this.#withDistance,
        duration: trips - this.#withSeconds,
        beats: trips - this.#withBeats,
        wallet: trips - this.#withWallet,
      },
    };
  }
}

const ratio = (sum: number, by: number) => (by > 0 ? sum / by : null);

/** Sums up the trips that match the filters of a report, each once: in all and by row, with their number by day. */
function sumUp({ by, country, q }: ReportRequest, days: KnownDays["days"]) {
  const total = new Summer("total", new Set());
  const rows = new Map<string | null, Summer>();
  const addRow = (key: string | null, name: string | null) => {
    const row = new Summer(name, by === "wallet" ? undefined : new Set());
    rows.set(key, row);
    return row;
  };
  const daily = new Map<string, number>();
  const ids = new Set<string>();
  let repeated = 0;
  // The rows' countries were cleaned in the same way. No row has a country of which nothing is left.
  const place = country && (screenText(country, MAX_COUNTRY_LENGTH) ?? country);
  const wallet = q && keyOf(q);
  for (const [day, { known }] of days) {
    if (known === null) continue;
    if (by === "day") addRow(day, day);
    daily.set(day, 0);
    repeated += known.value.repeated;
    for (const trip of known.value.trips) {
      const { id, group } = trip;
      if (ids.has(id)) {
        // A trip without a known start may be listed on every day.
        if (group.day !== null) repeated += 1;
        continue;
      }
      ids.add(id);
      if (place !== undefined && group.country !== place) continue;
      if (wallet !== undefined && group.walletKey !== wallet) continue;
      const key = by === "wallet" ? group.walletKey : group[by];
      total.add(trip);
      (rows.get(key) ?? addRow(key, group[by])).add(trip);
      if (group.day !== null) daily.set(day, (daily.get(day) ?? 0) + 1);
    }
  }
  return { total, rows, daily, repeated };
}

/** Builds a report of the days that are known. @param pages whether to return the rows of one page or of all */
export function buildReport(request: ReportRequest, known: KnownDays, pages: "one" | "all") {
  const range = [...known.days.keys()];
  const looks = [...known.days.values()];
  const read = looks.flatMap((look) => look.known ?? []);
  const tooLong = isTooLong(looks);
  const { total, daily, repeated, ...sums } = sumUp(request, tooLong ? new Map() : known.days);
  const rows: SummedRow[] = [...sums.rows.values()];
  const unread = range.filter((day) => !daily.has(day));
  if (request.by === "day") rows.push(...unread.map((name) => ({ name, figures: () => null })));
  const missing = [...known.days].flatMap(([day, { failure }]) =>
    failure ? [{ day, reason: failure.message, retryAt: failure.retryAt }] : [],
  );
  const count = (of: "unreadable" | "elsewhere") =>
    read.reduce((sum, { value }) => sum + value[of], 0);
  const leftOut = { unreadable: count("unreadable"), repeated, elsewhere: count("elsewhere") };
  return {
    days: range.length,
    read: read.length,
    /** Days that could not be read. */
    missing,
    /** Whether days are being read, or were not tried yet. */
    isReading:
      known.refused === null &&
      (known.isReading || (read.length + missing.length < range.length && !tooLong)),
    /** Whether days that are known have to be read again. */
    isOutdated: !tooLong && looks.some(({ known, isDue }) => known !== null && isDue),
    /** Why the days that are due are not being read, or null. */
    refusal: known.refused && noSlot(known.refused),
    /** Says that the range has too many trips to be summed up; otherwise null. */
    tooMany: tooLong
      ? `These days have more than 50,000 trips${ofAll(request)}. Sums are made of up to 50,000 trips: choose fewer days.`
      : null,
    /** When the oldest of the sums were read, epoch milliseconds; null while there are none. */
    asOf: read.length === 0 ? null : Math.min(...read.map(({ asOf }) => asOf)),
    /** Rows of the days' lists that are in no sum, of whatever wallet and country, and sentences that say so. */
    ...leftOut,
    leftOutTexts: leftOutTexts(request, leftOut),
    total: total.figures(),
    first: total.first,
    last: total.last,
    ...pageOf(sortRows(rows, request), request.page, pages),
    /** Number of trips of each day; null for a day that was not read. */
    daily: range.map((day) => ({ day, trips: daily.get(day) ?? null })),
  };
}

/** ` of all wallets and countries` for a report on some of them. The lists of days are read whole, whatever the filter. */
function ofAll({ q, country }: ReportRequest): string {
  return q === undefined && country === undefined ? "" : " of all wallets and countries";
}

/** Sentences on what is listed under the days and is in no sum. */
function leftOutTexts(
  request: ReportRequest,
  counts: Record<"unreadable" | "repeated" | "elsewhere", number>,
): string[] {
  const sentences = [
    [counts.unreadable, "trip", "that could not be read"],
    [counts.repeated, "row", "with a trip that was listed before"],
    [counts.elsewhere, "row", "with a trip that starts on another day (UTC)"],
  ] as const;
  return sentences.flatMap(([count, noun, why]) =>
    count > 0 ? `Left out: ${counted(count, noun)}${ofAll(request)} ${why}.` : [],
  );
}

/** A row before its figures are made; they are null for a day that was not read. */
type SummedRow = Pick<Summer, "name"> & { figures(): ReportFigures | null };

function pageOf(sorted: readonly SummedRow[], wanted: number, which: "one" | "all") {
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const rowsBefore = (page - 1) * ROWS_PER_PAGE;
  const shown = which === "all" ? sorted : sorted.slice(rowsBefore, rowsBefore + ROWS_PER_PAGE);
  const rows = shown.map((row): ReportRow => ({ name: row.name, figures: row.figures() }));
  return { rows, rowsBefore, rowCount: sorted.length, page, pages };
}

/** Sorts all rows. Rows without a value come last. Equal ones stay in the order of their first trips, unnamed ones last. */
function sortRows(rows: readonly SummedRow[], { sort }: ReportRequest): SummedRow[] {
  const descending = sort.startsWith("-");
  const key = sort.replace("-", "") as SortKey; // no key contains a hyphen
  const keyed = rows.map((row) => {
    const isName = key === "day" || key === "wallet" || key === "country";
    return { row, value: isName ? row.name : (row.figures()?.[key] ?? null) };
  });
  const nullsLast = (a: unknown, b: unknown) => Number(a === null) - Number(b === null);
  keyed.sort(({ row: { name }, value: a }, { row: other, value: b }) => {
    if (a === null || b === null) return nullsLast(a, b);
    if (a === b) return nullsLast(name, other.name);
    return a < b === descending ? 1 : -1;
  });
  return keyed.map(({ row }) => row);
}
