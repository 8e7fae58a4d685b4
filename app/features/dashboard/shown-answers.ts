import type { RefreshNotice, tripsKey } from "server/cache/dashboard-data.server";
import { tripQuery } from "./trips/trip-query";
import { PAGE_SIZE, parseDashboardState } from "./dashboard-url";

/**
 * Tells whether a view shows the answer that a notice is about; somebody else's page of the list is not shown.
 *
 * @param params the view's query string; without a `tab` every answer counts as shown
 * @param keyOf names the answer to a query for trips
 */
export function shownAnswers(
  params: URLSearchParams,
  keyOf: typeof tripsKey,
): (notice: RefreshNotice) => boolean {
  if (!params.has("tab")) return () => true;
  const state = parseDashboardState(params);
  if (state.tab === "trip") {
    const shown = keyOf(tripQuery(state, PAGE_SIZE));
    return ({ resource, key }) => resource === "filters" || key === shown;
  }
  const fleet = state.tab === "fleet-overview";
  return ({ resource }) => fleet && resource !== "trips" && resource !== "filters";
}
