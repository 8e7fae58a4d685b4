import type { TripListQuery, TripSearchQuery } from "server/upstream/contracts/trips.server";
import type { TripSelection } from "../dashboard-url";

/**
 * The upstream's query for a selection of trips: a search has no filters.
 *
 * @param limit trips on one page
 */
export function upstreamTripQuery(
  { q, page, date, country }: TripSelection,
  limit: number,
): TripListQuery | TripSearchQuery {
  return q ? { q, page, limit } : { page, limit, date, country };
}
