import type { ViewQueries, ViewQuery } from "server/dashboard/dashboard-data.server";
import type { DashboardState } from "./dashboard-url";
import { neighbourList } from "./trip-filter";

/** What each tab shows of the core API: the loader, cached views and live events are all derived from this list. */

/** The fleet overview: the totals, each chart, and the countries, which it does without where they cannot be had. */
export const fleetQueries = {
  metrics: { resource: "metrics" },
  totalUsers: { resource: "totalUsers" },
  monthlyUsers: { resource: "monthlyUsers" },
  weeklyUsers: { resource: "weeklyUsers" },
  dailyUsers: { resource: "dailyUsers" },
  filters: { resource: "filters", isOptional: true },
} as const satisfies ViewQueries;

/** The trip screen: the list, the choices of its filter, and while a day is set the list of the day before. */
export type TripQueries = {
  page: ViewQuery<"trips">;
  filters: ViewQuery<"filters">;
  dayBefore?: ViewQuery<"trips"> & { isOptional: true };
};

/** The trip report: the newest trip, which ranges end with, and the countries. Its days are read as exports are. */
export const reportQueries = {
  newest: { resource: "trips" },
  filters: { resource: "filters" },
} as const satisfies ViewQueries;

/** @returns null for a tab that is not open */
export function viewQueries(state: DashboardState): {
  fleet: typeof fleetQueries | null;
  trips: TripQueries | null;
} {
  return {
    fleet: state.tab === "fleet-overview" ? fleetQueries : null,
    trips: state.tab === "trip" ? tripQueries(state) : null,
  };
}

function tripQueries(state: DashboardState): TripQueries {
  const before = neighbourList(state, -1);
  return {
    page: { resource: "trips", trips: state },
    filters: { resource: "filters" },
    ...(before && { dayBefore: { resource: "trips", trips: before, isOptional: true } }),
  };
}
