import type { CacheStatus } from "./cache-result.server";

/**
 * The `Server-Timing` header that says how each block's data stands (W3C Server Timing), for example
 * `metrics;desc="fresh, 12 s old", trips;desc="stale, 3600 s old"`.
 *
 * @param blocks by name, which has to be an HTTP token; null, as well as a failure, for one that could not be served
 * @param now epoch milliseconds
 */
export function serverTiming(
  blocks: Readonly<Record<string, CacheStatus | null>>,
  now = Date.now(),
): string {
  return Object.entries(blocks)
    .map(([name, block]) => `${name};desc="${standing(block, now)}"`)
    .join(", ");
}

function standing(block: CacheStatus | null, now: number): string {
  if (block === null || "error" in block) return "failed";
  return `${block.state}, ${Math.max(0, Math.round((now - block.asOf) / 1000))} s old`;
}
