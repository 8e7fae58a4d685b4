import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-moment";
import type { Trip, TripPage } from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { csvHeaders } from "./csv-headers.server";
import type { DashboardData } from "./dashboard-data.server";
import { refusalUntil, streamInSlot, type ExportParts, type NoFile } from "./export-stream.server";
import { askForTrips } from "./resources.server";
import { LARGE_PAGE, tripPages } from "./trip-pages.server";

/** Streams all trips that match the filters or the search, page by page. @param headersOnly for HEAD */
export async function exportTrips(
  {
    dashboard,
    exportApi,
    ...parts
  }: ExportParts & { dashboard: DashboardData; exportApi: CoreApi },
  selection: DashboardState,
  headersOnly: boolean,
): Promise<Response | NoFile> {
  if (selection.dateWasInvalid) {
    const text = "The date is not a day of the calendar. Choose one such as 2025-08-19.";
    return { status: 400, text };
  }
  if (headersOnly) return new Response(null, { headers: headersOf(selection) });
  try {
    return await streamInSlot(parts, async () => {
      const spelled = await dashboard.spelled(selection);
      const pages = tripPages((page) => askForTrips(exportApi, { ...spelled, page }, LARGE_PAGE));
      // The first page is read before the response begins, so that its failure has a status.
      const lines = tripsCsv(await pages.next(), pages);
      return { headers: headersOf(selection, spelled.spellings), lines };
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return refusalUntil(error.retryAt, `The trips could not be read: ${error.message}.`);
  }
}

/** Headers of the file, whose name says when it has one of several spellings of its country alone. */
function headersOf({ q, date, country }: DashboardState, spellings = 1) {
  const note = spellings > 1 ? `one-of-${spellings}-spellings` : undefined;
  return csvHeaders(["trips", ...(q ? ["search", q] : [date, country, note])]);
}

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

/** How many ids are remembered at least, so that no trip is written twice. A report sums up as many. */
const REMEMBERED = 50_000;

/**
 * Generates CSV from all pages of a list. A trip that is listed again, for example because new trips have shifted it to
 * the next page, is not repeated.
 *
 * @param first what `pages` gave first
 * @throws after the last page, when rows did not come or could not be read, so that the file never looks complete
 */
export async function* tripsCsv(
  first: IteratorResult<TripPage, void>,
  pages: AsyncIterator<TripPage, void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  let [received, stated] = [0, 0];
  let [recent, earlier] = [new Set<string>(), new Set<string>()];
  for (let next = first; !next.done; next = await pages.next()) {
    const { trips, pagination } = next.value;
    stated = pagination.totalItems;
    received += trips.length;
    const newTrips = trips.filter(
      ({ id }) => !recent.has(id) && !earlier.has(id) && recent.add(id),
    );
    if (recent.size >= REMEMBERED) [recent, earlier] = [new Set(), recent];
    yield newTrips.map((trip) => csvLine(COLUMNS.map(([, cell]) => cell(trip)))).join("");
  }
  if (received < stated) throw new Error(`${received} of ${stated} trips could be read`);
}
