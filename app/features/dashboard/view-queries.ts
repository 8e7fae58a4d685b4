import type { ViewQueries, ViewQuery } from "server/dashboard/dashboard-data.server";
import type { DashboardState } from "./dashboard-url";

/** The core API queries of each tab. The loader and cached views derive from these. */

/** Queries of the fleet overview: totals, charts and, if available, the countries (`filters`). */
export const fleetQueries = {
  metrics: { resource: "metrics" },
  totalUsers: { resource: "totalUsers" },
  monthlyUsers: { resource: "monthlyUsers" },
  weeklyUsers: { resource: "weeklyUsers" },
  dailyUsers: { resource: "dailyUsers" },
  filters: { resource: "filters", isOptional: true },
} as const satisfies ViewQueries;

/** Queries of the trip tab: the list and the filter options. */
export type TripQueries = {
  page: ViewQuery<"trips">;
  filters: ViewQuery<"filters">;
};

/** Queries of the trip report: newest trip and countries. Its days are read like exports. */
export const reportQueries = {
  newest: { resource: "trips" },
  filters: { resource: "filters" },
} as const satisfies ViewQueries;

/** The queries of a state's tab. @returns null for the other tabs */
export function viewQueries(state: DashboardState): {
  fleet: typeof fleetQueries | null;
  trips: TripQueries | null;
} {
  return {
    fleet: state.tab === "fleet-overview" ? fleetQueries : null,
    trips:
      state.tab === "trip"
        ? { page: { resource: "trips", trips: state }, filters: { resource: "filters" } }
        : null,
  };
}
