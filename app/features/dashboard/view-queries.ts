import type { ViewQueries } from "server/dashboard/dashboard-data.server";
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

/** Queries of the trip report: newest trip and countries. Its days are read like exports. */
export const reportQueries = {
  newest: { resource: "trips" },
  filters: { resource: "filters" },
} as const satisfies ViewQueries;

/** The queries of a state's tab: null for the other tabs. */
export function viewQueries(state: DashboardState) {
  const trips = {
    page: { resource: "trips", trips: state },
    filters: { resource: "filters" },
  } as const satisfies ViewQueries;
  return {
    fleet: state.tab === "fleet-overview" ? fleetQueries : null,
    trips: state.tab === "trip" ? trips : null,
  };
}
