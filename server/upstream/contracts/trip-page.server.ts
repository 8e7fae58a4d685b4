import { inShortTurns } from "../../resilience/short-turns.server";
import { isAbsent, refusedFields, type OnUnusable } from "./readings.server";
import {
  compiledTrip,
  plainTrip,
  type RawPagination,
  type RawTrips,
  type Trip,
  type TripPage,
} from "./trips.server";

/**
 * Parses a list of trips and completes its pagination: missing fields are derived from the request and the received
 * trips. Only the total cannot be derived, unless the page is the last. An invalid trip is left out and an invalid
 * field becomes null; a list in which no trip is valid without such repairs is rejected.
 *
 * @param request the page and limit of the call
 * @param onUnusable called for each field that is present and cannot be used
 * @returns null when no trip is valid without repairs, or when the total is unknown
 */
export async function tripPage(
  list: RawTrips,
  request: { page: number; limit: number },
  onUnusable: OnUnusable = () => undefined,
): Promise<TripPage | null> {
  const { trips: rows, pagination: stated } = { ...emptyList, ...list };
  const trips: Trip[] = [];
  let validCount = 0;
  await inShortTurns(rows ?? [], (row) => {
    const fast = plainTrip(row);
    const parsed = fast ? { success: true as const, data: fast } : compiledTrip.safeParse(row);
    if (parsed.success) validCount += 1;
    const trip = parsed.success
      ? parsed.data
      : repairTrip(row, refusedFields(parsed.error, "trips"), onUnusable);
    if (trip === null) return;
    trips.push(trip);
    reportUnusable(row, trip, onUnusable);
  });
  if (rows?.length && validCount === 0) return null;
  return toPage(rows, trips, stated, request);
}

const emptyList: NonNullable<RawTrips> = { trips: null };

/** Parses a trip with its invalid fields set to null. @returns null for a row that is no object or has no valid id */
function repairTrip(row: unknown, invalid: readonly string[], onUnusable: OnUnusable): Trip | null {
  invalid.forEach(onUnusable);
  const isTrip = typeof row === "object" && row !== null && !Array.isArray(row);
  if (!isTrip || invalid.includes("id")) return null;
  const nulls = Object.fromEntries(invalid.map((field) => [field, null]));
  const parsed = compiledTrip.safeParse({ ...row, ...nulls });
  return parsed.success ? parsed.data : null;
}

const sourceFields = [
  ["startTime", "start_time"],
  ["endTime", "end_time"],
  ["duration", "duration"],
  ["distance", "distance"],
  ["beats", "beats"],
] as const satisfies [keyof Trip, string][];

function reportUnusable(row: unknown, trip: Trip, onUnusable: OnUnusable): void {
  for (const [name, field] of sourceFields) {
    // Every parsed trip comes from an object.
    if (trip[name] === null && !isAbsent((row as Record<string, unknown>)[field])) {
      onUnusable(field);
    }
  }
}

function toPage(
  rows: unknown[] | null,
  trips: Trip[],
  stated: RawPagination | null | undefined,
  request: { page: number; limit: number },
): TripPage | null {
  if (!stated && rows !== null) return null;
  const { hasPrevPage, hasNextPage, totalItems: total = null } = stated ?? {};
  const currentPage = Math.floor(stated?.currentPage || request.page);
  const itemsPerPage = Math.floor(stated?.itemsPerPage || request.limit);
  const offset = (currentPage - 1) * itemsPerPage;
  const seen = rows?.length ? offset + rows.length : 0;
  if (total === null && rows !== null && hasNextPage !== false) return null;
  // A stated total that is smaller than the received rows is corrected.
  const totalItems = Math.max(total ?? (hasNextPage === false ? offset : 0), seen);
  const unread = (rows?.length ?? 0) - trips.length;
  return {
    trips,
    ...(unread > 0 && { unread }),
    pagination: {
      currentPage,
      itemsPerPage,
      totalItems,
      hasPrevPage: hasPrevPage ?? currentPage > 1,
      hasNextPage: hasNextPage ?? offset + itemsPerPage < totalItems,
    },
  };
}
