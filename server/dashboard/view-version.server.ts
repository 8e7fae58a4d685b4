import type { CacheStatus, CacheStatuses } from "../cache/cache-result.server";
import type { NewestTrip } from "./dashboard-data.server";

/**
 * Names what the results in a view show: two views of the same keys have the same version exactly when each result is
 * the same stored answer, marked or not marked as stale, or the same failure. `fresh` and `refreshing` look the same
 * on the screen, so a refresh under way changes nothing; its answer does, and so does its failure. Ages that pass
 * change nothing either: they are worked out where they are shown.
 *
 * A version holds no value, is the same on every instance that holds the same answers, and may be as long as the
 * failures' sentences. It is not fit for a header as it is.
 *
 * @param results in any order
 * @param newestTrip as the view tells it
 */
export function viewVersion(results: CacheStatuses, newestTrip: NewestTrip | null = null): string {
  const statuses = Object.entries(results).map(([name, result]) => name + shown(result));
  const newest = newestTrip ? [`newestTrip=${newestTrip.at} ${newestTrip.old}`] : [];
  return [...statuses.sort(), ...newest].join("\n");
}

/** Whether a refresh of a result in a view is under way that may well bring something. */
export function isRefreshing(results: CacheStatuses): boolean {
  return Object.values(results).some((one) => !("error" in one) && one.state === "refreshing");
}

function shown(result: CacheStatus): string {
  if ("error" in result) return `!${result.error}`;
  return (result.state === "stale" ? "~" : "=") + result.asOf.toString(36);
}
