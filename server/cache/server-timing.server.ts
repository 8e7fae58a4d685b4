import type { CacheStatus } from "./cache-result.server";

/**
 * The `Server-Timing` header that says in what state the data of each query is (W3C Server Timing), for example
 * `metrics;desc="fresh, 12 s old", trips;desc="stale, 3600 s old"`.
 *
 * @param results by name, which has to be an HTTP token; null, as well as a failure, for one that could not be served
 * @param now epoch milliseconds
 */
export function serverTiming(
  results: Readonly<Record<string, CacheStatus | null>>,
  now = Date.now(),
): string {
  return Object.entries(results)
    .map(([name, result]) => `${name};desc="${statusText(result, now)}"`)
    .join(", ");
}

function statusText(result: CacheStatus | null, now: number): string {
  if (result === null || "error" in result) return "failed";
  return `${result.state}, ${Math.max(0, Math.round((now - result.asOf) / 1000))} s old`;
}

/** The metric of `Server-Timing` that tells a page the server's clock, in epoch milliseconds. */
export function clockTiming(): string {
  return `clock;dur=${Date.now()}`;
}
