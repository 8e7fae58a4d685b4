import { counted } from "~/lib/format-metric";
import { screenText } from "../../upstream/answer.server";
import { MAX_COUNTRY_LENGTH } from "../../upstream/contracts/trips.server";
import { noSlot } from "../export-stream.server";
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
export type ReportFigures = ReturnType<typeof figuresOf>;

export interface ReportRow {
  /** The day, wallet or country; null for trips without one. */
  name: string | null;
  /** Null for a day that was not read. */
  figures: ReportFigures | null;
}

/** Sums up trips. A figure is null when no trip states it, and a sum is zero without trips. */
function figuresOf(trips: readonly DayTrip[]) {
  let [distance, seconds, beats] = [0, 0, 0];
  const without = { distance: 0, duration: 0, beats: 0, wallet: 0 };
  // The speed is that of the trips for which both are known.
  let [timedDistance, timedSeconds] = [0, 0];
  const wallets = new Set<string>();
  for (const trip of trips) {
    distance += trip.distance ?? 0;
    seconds += trip.seconds ?? 0;
    beats += trip.beats ?? 0;
    if (trip.distance === null) without.distance += 1;
    if (trip.seconds === null) without.duration += 1;
    if (trip.beats === null) without.beats += 1;
    if (trip.distance !== null && trip.seconds !== null) {
      timedDistance += trip.distance;
      timedSeconds += trip.seconds;
    }
    if (trip.walletKey === null) without.wallet += 1;
    else wallets.add(trip.walletKey);
  }
  const stated = (sum: number, unstated: number) =>
    unstated < trips.length || trips.length === 0 ? sum : null;
  return {
    trips: trips.length,
    distance: stated(distance, without.distance),
    hours: stated(seconds / 3600, without.duration),
    beats: stated(beats, without.beats),
    wallets: wallets.size,
    /** Kilometres, seconds, and kilometres per hour. */
    averageDistance: ratio(distance, trips.length - without.distance),
    averageDuration: ratio(seconds, trips.length - without.duration),
    averageSpeed: ratio(timedDistance * 3600, timedSeconds),
    without,
  };
}

const ratio = (sum: number, by: number) => (by > 0 ? sum / by : null);

/** The trips of a row. */
interface Row {
  /** The day, wallet or country, as the first trip writes it. */
  name: string | null;
  trips: DayTrip[];
}

/** Finds the trips that match the filters of a report, each once: all of them, by row and by day. */
function select({ by, country, q }: ReportRequest, days: KnownDays["days"]) {
  const all: DayTrip[] = [];
  const rows = new Map<string | null, Row>();
  const daily = new Map<string, number>();
  const ids = new Set<string>();
  let repeated = 0;
  // The rows' countries were cleaned in the same way. No row has a country of which nothing is left.
  const place = country && (screenText(country, MAX_COUNTRY_LENGTH) ?? country);
  const wallet = q && keyOf(q);
  for (const [date, { known }] of days) {
    if (known === null) continue;
    if (by === "day") rows.set(date, { name: date, trips: [] });
    repeated += known.value.repeated;
    let started = 0;
    for (const trip of known.value.trips) {
      const day = trip.startTime === null ? null : date;
      if (ids.has(trip.id)) {
        // A trip without a known start may be listed on every day.
        if (day !== null) repeated += 1;
        continue;
      }
      ids.add(trip.id);
      if (place !== undefined && trip.country !== place) continue;
      if (wallet !== undefined && trip.walletKey !== wallet) continue;
      const name = by === "day" ? day : trip[by];
      const key = by === "wallet" ? trip.walletKey : name;
      const row = rows.get(key);
      if (row) row.trips.push(trip);
      else rows.set(key, { name, trips: [trip] });
      all.push(trip);
      if (day !== null) started += 1;
    }
    daily.set(date, started);
  }
  return { all, rows: [...rows.values()], daily, repeated };
}

/** Builds a report of the days that are known. @param pages whether to return the rows of one page or of all */
export function buildReport(request: ReportRequest, known: KnownDays, pages: "one" | "all") {
  const range = [...known.days.keys()];
  const looks = [...known.days.values()];
  const read = looks.flatMap((look) => look.known ?? []);
  const tooLong = isTooLong(looks);
  const selected = select(request, tooLong ? new Map() : known.days);
  const { all, daily } = selected;
  const rows = selected.rows.map(({ name, trips }): ReportRow => ({
    name,
    figures: figuresOf(trips),
  }));
  const unread = range.filter((day) => !daily.has(day));
  if (request.by === "day") rows.push(...unread.map((name) => ({ name, figures: null })));
  const missing = [...known.days].flatMap(([day, { failure }]) =>
    failure ? [{ day, reason: failure.message, retryAt: failure.retryAt }] : [],
  );
  const count = (of: "unreadable" | "elsewhere") =>
    read.reduce((sum, { value }) => sum + value[of], 0);
  const starts = request.q ? all.flatMap(({ startTime }) => startTime ?? []) : [];
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
    /** Rows of the days' lists that are in no sum, of whatever wallet and country. */
    leftOut: {
      unreadable: count("unreadable"),
      repeated: selected.repeated,
      elsewhere: count("elsewhere"),
    },
    total: figuresOf(all),
    /** The first and the last known start of a wallet's trips, epoch milliseconds. */
    first: starts.reduce<number | null>((first, at) => Math.min(first ?? at, at), null),
    last: starts.reduce<number | null>((last, at) => Math.max(last ?? at, at), null),
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
export function leftOutTexts(request: ReportRequest, leftOut: Report["leftOut"]): string[] {
  const sentences = [
    [leftOut.unreadable, "trip", "that could not be read"],
    [leftOut.repeated, "row", "with a trip that was listed before"],
    [leftOut.elsewhere, "row", "with a trip that starts on another day (UTC)"],
  ] as const;
  return sentences.flatMap(([count, noun, why]) =>
    count > 0 ? `Left out: ${counted(count, noun)}${ofAll(request)} ${why}.` : [],
  );
}

function pageOf(sorted: readonly ReportRow[], wanted: number, which: "one" | "all") {
  const pages = Math.max(1, Math.ceil(sorted.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const rowsBefore = (page - 1) * ROWS_PER_PAGE;
  const rows = which === "all" ? sorted : sorted.slice(rowsBefore, rowsBefore + ROWS_PER_PAGE);
  return { rows, rowsBefore, rowCount: sorted.length, page, pages };
}

/** Sorts all rows. Rows without a value come last. Equal ones stay in the order of their first trips, unnamed ones last. */
function sortRows(rows: readonly ReportRow[], { sort }: ReportRequest): ReportRow[] {
  const descending = sort.startsWith("-");
  const key = sort.replace("-", "") as SortKey; // no key contains a hyphen
  const keyed = rows.map((row) => {
    const isName = key === "day" || key === "wallet" || key === "country";
    return { row, value: isName ? row.name : (row.figures?.[key] ?? null) };
  });
  const nullsLast = (a: unknown, b: unknown) => Number(a === null) - Number(b === null);
  keyed.sort(({ row: { name }, value: a }, { row: other, value: b }) => {
    if (a === null || b === null) return nullsLast(a, b);
    if (a === b) return nullsLast(name, other.name);
    return a < b === descending ? 1 : -1;
  });
  return keyed.map(({ row }) => row);
}
