import { inShortTurns } from "../../resilience/short-turns.server";
import { isAbsent, refusedFields, type OnUnusable } from "./readings.server";
import {
  compiledTrip,
  plainTrip,
  type StatedPagination,
  type StatedTrips,
  type Trip,
  type TripPage,
} from "./trips.server";

/**
 * Reads the trips of a list and completes its pagination: what it leaves out is taken from what was asked for and
 * from what came. Only the total of a page that is not the last cannot be made up. A trip that is none costs itself
 * alone, and so does a field; a list without any trip as promised is not what was asked for.
 *
 * @param asked the page and limit of the call
 * @param onUnusable told of each field that is stated and not known all the same
 * @returns null when no trip is one, or when there is no telling how many there are
 */
export async function tripPage(
  list: StatedTrips,
  asked: { page: number; limit: number },
  onUnusable: OnUnusable = () => undefined,
): Promise<TripPage | null> {
  const { trips: rows, pagination: stated } = { ...nothing, ...list };
  const trips: Trip[] = [];
  let asPromised = 0;
  await inShortTurns(rows ?? [], (row) => {
    const plain = plainTrip(row);
    const read = plain ? { success: true as const, data: plain } : compiledTrip.safeParse(row);
    if (read.success) asPromised += 1;
    const trip = read.success
      ? read.data
      : mendedTrip(row, refusedFields(read.error, "trips"), onUnusable);
    if (trip === null) return;
    trips.push(trip);
    tellUnknown(row, trip, onUnusable);
  });
  if (rows?.length && asPromised === 0) return null;
  return paged(rows, trips, stated, asked);
}

const nothing: NonNullable<StatedTrips> = { trips: null };

/** @returns null for what is no object, and for a trip without an id */
function mendedTrip(row: unknown, refused: readonly string[], onUnusable: OnUnusable): Trip | null {
  refused.forEach(onUnusable);
  const isTrip = typeof row === "object" && row !== null && !Array.isArray(row);
  if (!isTrip || refused.includes("id")) return null;
  const without = Object.fromEntries(refused.map((field) => [field, null]));
  const read = compiledTrip.safeParse({ ...row, ...without });
  return read.success ? read.data : null;
}

const statedAs = [
  ["startTime", "start_time"],
  ["endTime", "end_time"],
  ["duration", "duration"],
  ["distance", "distance"],
  ["beats", "beats"],
] as const satisfies [keyof Trip, string][];

function tellUnknown(row: unknown, trip: Trip, onUnusable: OnUnusable): void {
  for (const [name, field] of statedAs) {
    // Every trip was read out of an object.
    if (trip[name] === null && !isAbsent((row as Record<string, unknown>)[field])) {
      onUnusable(field);
    }
  }
}

function paged(
  rows: unknown[] | null,
  trips: Trip[],
  stated: StatedPagination | null | undefined,
  asked: { page: number; limit: number },
): TripPage | null {
  if (!stated && rows !== null) return null;
  const { hasPrevPage, hasNextPage, totalItems: total = null } = stated ?? {};
  const currentPage = Math.floor(stated?.currentPage || asked.page);
  const itemsPerPage = Math.floor(stated?.itemsPerPage || asked.limit);
  const before = (currentPage - 1) * itemsPerPage;
  const seen = rows?.length ? before + rows.length : 0;
  if (total === null && rows !== null && hasNextPage !== false) return null;
  // A total that leaves out rows that came is none.
  const totalItems = Math.max(total ?? (hasNextPage === false ? before : 0), seen);
  return {
    trips,
    pagination: {
      currentPage,
      itemsPerPage,
      totalItems,
      hasPrevPage: hasPrevPage ?? currentPage > 1,
      hasNextPage: hasNextPage ?? before + itemsPerPage < totalItems,
    },
  };
}
