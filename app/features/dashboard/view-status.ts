import type { CacheStatuses } from "server/cache/cache-result.server";
import type { DashboardData } from "server/dashboard/dashboard-data.server";
import type { DashboardState } from "./dashboard-url";
import { dayBeforeQuery } from "./trips/trip-filter";
import { upstreamTripQuery } from "./trips/upstream-query";

/**
 * The cache statuses of what a view shows, without waiting for any.
 *
 * @param limit trips on one page
 * @returns a function that tells it at each moment; null when one has to be fetched first, and for a tab
 *   without figures
 */
export function viewStatusReader(
  state: DashboardState,
  limit: number,
): (data: Pick<DashboardData, "fleetNow" | "tripsNow">) => CacheStatuses | null {
  switch (state.tab) {
    case "fleet-overview":
      return (data) => data.fleetNow();
    case "trip": {
      const query = upstreamTripQuery(state, limit);
      const dayBefore = dayBeforeQuery(state, limit);
      return (data) => withoutFailedComparison(data.tripsNow(query, dayBefore));
    }
    case "driver":
    case "settings":
      return () => null;
  }
}

/** Reads what a view shows, so that it need not be waited for; what cannot be had is told to who reads it then. */
export async function loadView(
  state: DashboardState,
  limit: number,
  data: DashboardData,
): Promise<void> {
  switch (state.tab) {
    case "fleet-overview":
      return data.loadFleet();
    case "trip": {
      const query = upstreamTripQuery(state, limit);
      const trips = "q" in query ? data.searchTrips(query) : data.trips(query);
      await Promise.allSettled([trips, data.filters()]);
      return;
    }
    case "driver":
    case "settings":
  }
}

/** A number to compare with that cannot be had is left out of the view, and so of what names it. */
function withoutFailedComparison(statuses: CacheStatuses | null): CacheStatuses | null {
  if (!statuses?.dayBefore || !("error" in statuses.dayBefore)) return statuses;
  return Object.fromEntries(Object.entries(statuses).filter(([name]) => name !== "dayBefore"));
}
