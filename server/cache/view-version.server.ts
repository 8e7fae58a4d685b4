import type { CacheStatus, CacheStatuses } from "./cache-result.server";

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
 */
export function viewVersion(results: CacheStatuses): string {
  return Object.entries(results)
    .map(([name, result]) => name + shown(result))
    .sort()
    .join("\n");
}

function shown(result: CacheStatus): string {
  if ("error" in result) return `!${result.error}`;
  return (result.state === "stale" ? "~" : "=") + result.asOf.toString(36);
}
