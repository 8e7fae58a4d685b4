import type { Trip, TripPage } from "../upstream/contracts/trips.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-moment";

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
