import { forEachChart } from "../upstream/contracts/dashboard.server";
import type { DashboardState } from "~/features/dashboard/dashboard-url";
import type { ViewQueries } from "./dashboard-data.server";

/** Queries of the fleet overview: totals, charts and, if available, the countries (`filters`). */
const fleetQueries = {
  metrics: { resource: "metrics" },
  ...forEachChart((name) => ({ resource: name })),
  filters: { resource: "filters", isOptional: true },
} as const satisfies ViewQueries;

/** The core API queries of a state's tab, by the names of their results. The loader and cached views derive from these. */
export function viewQueries(state: DashboardState): ViewQueries {
  if (state.tab === "fleet-overview") return fleetQueries;
  if (state.tab !== "trip") return {};
  return { page: { resource: "trips", trips: state }, filters: { resource: "filters" } };
}
