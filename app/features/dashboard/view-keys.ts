import type { tripsKey } from "server/dashboard/cache-keys.server";
import type { ShownView } from "server/dashboard/refresh-events.server";
import { dayBeforeQuery } from "./trips/trip-filter";
import { upstreamTripQuery } from "./trips/upstream-query";
import { parseDashboardState } from "./dashboard-url";

/**
 * Tells which answers a view shows; somebody else's page of the list is not shown.
 *
 * @param params the view's query string; without a `tab` every answer counts as shown
 * @param keyOf names the answer to a query for trips
 * @param limit trips on one page
 */
export function viewKeys(
  params: URLSearchParams,
  keyOf: typeof tripsKey,
  limit: number,
): ShownView {
  if (!params.has("tab")) return { name: "everything", shows: () => true };
  const state = parseDashboardState(params);
  if (state.tab === "trip") {
    const shown = keyOf(upstreamTripQuery(state, limit));
    const before = dayBeforeQuery(state, limit);
    const compared = before && keyOf(before);
    const shows: ShownView["shows"] = ({ resource, key }) =>
      resource === "filters" || key === shown || key === compared;
    return { name: `trips ${shown}`, shows };
  }
  const fleet = state.tab === "fleet-overview";
  return {
    name: state.tab,
    shows: ({ resource }) => fleet && resource !== "trips" && resource !== "filters",
  };
}
