import type { CacheStatus, CacheStatuses } from "./cache-result.server";

/**
 * Names what a view's blocks show: two views of the same keys have the same version exactly when every block holds
 * the same stored answer, marked or not marked as stale, or the same failure. `fresh` and `refreshing` look the same
 * on the screen, so a refresh under way changes nothing; its answer does, and so does its failure. Ages that pass
 * change nothing either: they are worked out where they are shown.
 *
 * A version holds no value, is the same on every instance that holds the same answers, and may be as long as the
 * failures' sentences. It is not fit for a header as it is.
 *
 * @param blocks in any order
 */
export function viewVersion(blocks: CacheStatuses): string {
  return Object.entries(blocks)
    .map(([name, block]) => name + shown(block))
    .sort()
    .join("\n");
}

function shown(block: CacheStatus): string {
  if ("error" in block) return `!${block.error}`;
  return (block.state === "stale" ? "~" : "=") + block.asOf.toString(36);
}
