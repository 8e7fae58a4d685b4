import { LRUCache } from "lru-cache";
import type { Trip, TripPage } from "server/upstream/contracts/trips.server";
import type { TripSelection } from "../dashboard-url";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";

/** Number of trips per upstream request. */
export const CSV_PAGE_SIZE = 500;

/** Name of each column, and how to read its value from a trip. */
const COLUMNS: [name: string, cell: (trip: Trip) => string | number | null][] = [
  ["id", ({ id }) => id],
  ["wallet", ({ wallet }) => wallet],
  ["start_time", ({ startTime: time }) => (time === null ? null : formatIso(time))],
  ["end_time", ({ endTime: time }) => (time === null ? null : formatIso(time))],
  [
    "duration_seconds",
    ({ duration }) => duration && ("text" in duration ? duration.text : duration.seconds),
  ],
  ["distance_km", ({ distance }) => distance],
  ["beats", ({ beats }) => beats],
  ["country", ({ country }) => country],
];

/** Stops an export when the upstream's pages would not end. */
export class PaginationError extends Error {
  override name = "PaginationError";
}

/** How many IDs are kept to omit repeated trips: more than can arrive while a page is read. */
const REMEMBERED_IDS = 20_000;

/** How many pages are requested ahead of the reader, so that the upstream works meanwhile. */
const AHEAD = 2;

/**
 * Generates CSV from all pages of a list, at most {@link AHEAD} pages ahead of its reader. Trips
 * that new trips shift to the next page during the export are not repeated.
 *
 * @param first page 1, fetched before the response starts so that its failure has an HTTP status
 * @param readPage fetches a further page; its rejection is passed on
 * @param onEnd called after the last page
 * @throws PaginationError when pages repeat or continue beyond their stated total
 */
export async function* tripsCsv(
  first: TripPage,
  readPage: (page: number) => Promise<TripPage>,
  onEnd: (written: ExportTotals) => void = () => undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  // Queues texts, because parsed pages would accumulate in the heap's old generation.
  const queue: Promise<PageRows>[] = [];
  const totals = { rows: 0, repeated: 0 };
  const ids = new LRUCache<string, true>({ max: REMEMBERED_IDS });
  let { rows, pages } = pageRows(first, 1);
  for (let page = 1, requested = 1; ; page += 1) {
    for (; requested < Math.min(pages, page + AHEAD); requested += 1) {
      const number = requested + 1;
      const read = readPage(number).then((trips) => pageRows(trips, number));
      // Prevents an unhandled rejection if the reader leaves. Otherwise `await next` throws it.
      read.catch(() => undefined);
      queue.push(read);
    }
    const newRows = rows.filter(({ id }) => !ids.has(id));
    totals.rows += newRows.length;
    totals.repeated += rows.length - newRows.length;
    for (const { id } of newRows) ids.set(id, true);
    if (newRows.length > 0) yield newRows.map(({ line }) => line).join("");
    const next = page < pages ? queue.shift() : undefined;
    if (next === undefined) return onEnd(totals);
    ({ rows, pages } = await next);
  }
}

/** Number of rows of an export, and of repeated rows that were omitted. */
export interface ExportTotals {
  rows: number;
  repeated: number;
}

interface PageRows {
  rows: { id: string; line: string }[];
  /** Number of pages of the list, according to this page. */
  pages: number;
}

function pageRows({ trips, pagination }: TripPage, page: number): PageRows {
  const rows = trips.map((trip) => ({
    id: trip.id,
    line: csvLine(COLUMNS.map(([, cell]) => cell(trip))),
  }));
  if (!pagination.hasNextPage) return { rows, pages: page };
  const pages = Math.ceil(pagination.totalItems / Math.max(1, pagination.itemsPerPage));
  if (trips.length === 0 || pagination.currentPage !== page || page >= pages) {
    throw new PaginationError(`Page ${page} of ${pages} announces a next page that cannot be`);
  }
  return { rows, pages };
}

/**
 * `Content-Disposition` of an export (RFC 6266), with a file name that describes its selection:
 * `trips_2025-08-19_india.csv`. A name with non-ASCII letters is added as `filename*` (RFC 8187).
 */
export function csvDisposition(selection: Omit<TripSelection, "page">): string {
  const name = fileName(selection);
  const ascii = fileName(selection, asciiLetters);
  // `encodeURIComponent` suffices: slugs contain only letters, marks, digits and hyphens.
  const extendedName = name === ascii ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${extendedName}`;
}

function fileName(
  { date, country, q }: Omit<TripSelection, "page">,
  spell = (text: string) => text,
): string {
  const parts = q ? ["search", q] : [date, country];
  const slugs = parts.filter((part) => part !== undefined).map((part) => slug(spell(part)));
  return `${["trips", ...slugs.filter(Boolean)].join("_")}.csv`;
}

/** Lowercase letters and digits of any script; other characters become hyphens. At most 40. */
function slug(text: string): string {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return Array.from(words.replace(/^-+/, "")).slice(0, 40).join("").replace(/-+$/, "");
}

/** Removes accents and replaces the remaining non-ASCII characters with hyphens. */
function asciiLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, "-");
}
