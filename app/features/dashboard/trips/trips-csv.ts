import { LRUCache } from "lru-cache";
import type { Trip, TripPage } from "server/upstream/contracts/trips.server";
import type { TripSelection } from "../dashboard-url";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";

/** Trips asked for at once. */
export const CSV_PAGE_SIZE = 500;

/** Each column's name, and what a trip has in it. */
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

/** The upstream's pages do not lead to an end; the export stops instead of going round. */
export class PaginationError extends Error {
  override name = "PaginationError";
}

/** So many trips may come in while a page is read. */
const REMEMBERED_IDS = 20_000;

/** Pages asked for before the reader has taken the one before them: the upstream makes one while one is read. */
const AHEAD = 2;

/**
 * Writes every matching trip as CSV, by the upstream's pages. The export is two of them ahead of its reader, and
 * never more. Trips that come in meanwhile push others onto the next page: what an earlier page had is left out there.
 *
 * @param first page 1, fetched before the answer begins so that its failure can still be told
 * @param readPage fetches a further page; its rejection goes through
 * @param onEnd told when the last page is written
 * @throws PaginationError when the pages repeat or go on past their own total
 */
export async function* tripsCsv(
  first: TripPage,
  readPage: (page: number) => Promise<TripPage>,
  onEnd: (written: WrittenTrips) => void = () => undefined,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  // Only texts wait for the reader: pages kept that long would pile up as old garbage.
  const coming: Promise<PageRows>[] = [];
  const written = { rows: 0, repeated: 0 };
  const ids = new LRUCache<string, true>({ max: REMEMBERED_IDS });
  let { rows, pages } = pageRows(first, 1);
  for (let page = 1, asked = 1; ; page += 1) {
    for (; asked < Math.min(pages, page + AHEAD); asked += 1) {
      const number = asked + 1;
      const read = readPage(number).then((trips) => pageRows(trips, number));
      // Told when it is waited for; who leaves before does not hear of it.
      read.catch(() => undefined);
      coming.push(read);
    }
    const newRows = rows.filter(({ id }) => !ids.has(id));
    written.rows += newRows.length;
    written.repeated += rows.length - newRows.length;
    for (const { id } of newRows) ids.set(id, true);
    if (newRows.length > 0) yield newRows.map(({ line }) => line).join("");
    const next = page < pages ? coming.shift() : undefined;
    if (next === undefined) return onEnd(written);
    ({ rows, pages } = await next);
  }
}

/** How many rows an export has, and how many more came a second time. */
export interface WrittenTrips {
  rows: number;
  repeated: number;
}

interface PageRows {
  rows: { id: string; line: string }[];
  /** How many pages there are, as this one knows it. */
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
 * The `Content-Disposition` of a download whose file name tells what is inside (RFC 6266):
 * `trips_2025-08-19_india.csv`. A name in other letters than a to z goes beside one that every client can read
 * (RFC 8187).
 */
export function csvDisposition(selection: Omit<TripSelection, "page">): string {
  const name = fileName(selection);
  const ascii = fileName(selection, asciiLetters);
  // Letters, digits and what stands between them here need no more escaping than this.
  const beside = name === ascii ? "" : `; filename*=UTF-8''${encodeURIComponent(name)}`;
  return `attachment; filename="${ascii}"${beside}`;
}

function fileName(
  { date, country, q }: Omit<TripSelection, "page">,
  spell = (text: string) => text,
): string {
  const parts = q ? ["search", q] : [date, country];
  const slugs = parts.filter((part) => part !== undefined).map((part) => slug(spell(part)));
  return `${["trips", ...slugs.filter(Boolean)].join("_")}.csv`;
}

/** Letters and digits of any script, in small letters, with a hyphen for whatever stands between them. */
function slug(text: string): string {
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return Array.from(words.replace(/^-+/, "")).slice(0, 40).join("").replace(/-+$/, "");
}

/** Accents off, and every letter out that is then none of a to z. */
function asciiLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]+/g, "-");
}
