import type { Cached } from "./cached.server";

/**
 * The `Server-Timing` header that says how each block's data stands (W3C Server Timing), for example
 * `metrics;desc="fresh, 12 s old", trips;desc="stale, 3600 s old"`.
 *
 * @param blocks by name, which has to be an HTTP token; null for a block that could not be served
 * @param now epoch milliseconds
 */
export function serverTiming(
  blocks: Readonly<Record<string, Cached<unknown> | null>>,
  now = Date.now(),
): string {
  return Object.entries(blocks)
    .map(([name, block]) => `${name};desc="${block ? standing(block, now) : "failed"}"`)
    .join(", ");
}

function standing({ state, asOf }: Cached<unknown>, now: number): string {
  return `${state}, ${Math.max(0, Math.round((now - asOf) / 1000))} s old`;
}
