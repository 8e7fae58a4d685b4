/**
 * The state of the value just served.
 *
 * A value is `fresh` until its query's fresh time has passed. The first read after that serves it at once and
 * starts a refresh: `refreshing`. If that refresh fails the value is `stale`, and stays so through every further
 * attempt until one succeeds, which makes it `fresh` again, or until it is 24 h old and no longer served.
 */
export type CacheState =
  | "fresh" // younger than its query's fresh time, or just fetched
  | "refreshing" // past it; served at once while one background refresh runs
  | "stale"; // past it and the last refresh failed; served because nothing newer is to be had

/** A value with the age and state of the very entry it came from; both reach the screen. */
export interface Cached<T> {
  value: T;
  /** Epoch milliseconds at which the upstream's answer arrived. */
  asOf: number;
  state: CacheState;
}

/** The state of one query's result in a view: its age and state, or the sentence shown in its place. */
export type CacheStatus = Pick<Cached<unknown>, "asOf" | "state"> | { error: string };

/** The states of a view's results, by name. */
export type CacheStatuses = Readonly<Record<string, CacheStatus>>;

/**
 * How a read ended: the state it was served in, after waiting for a fetch (`miss`) or only for what another instance
 * has stored (`shared`), or with an error.
 */
export type ReadOutcome = CacheState | "miss" | "shared" | "failed";

/**
 * The `Server-Timing` header that says in what state the data of each query is (W3C Server Timing), for example
 * `metrics;desc="fresh, 12 s old", trips;desc="stale, 3600 s old"`.
 *
 * @param results by name, which has to be an HTTP token
 * @param now epoch milliseconds
 */
export function serverTiming(
  results: Readonly<Record<string, CacheStatus | undefined>>,
  now = Date.now(),
): string {
  return Object.entries(results)
    .flatMap(([name, result]) => (result ? `${name};desc="${statusText(result, now)}"` : []))
    .join(", ");
}

function statusText(result: CacheStatus, now: number): string {
  if ("error" in result) return "failed";
  return `${result.state}, ${Math.max(0, Math.round((now - result.asOf) / 1000))} s old`;
}

/** The metric of `Server-Timing` that tells a page the server's clock, in epoch milliseconds. */
export function clockTiming(): string {
  return `clock;dur=${Date.now()}`;
}
