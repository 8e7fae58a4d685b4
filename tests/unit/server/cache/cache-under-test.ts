import type { Query } from "server/cache/query.server";
import {
  StaleWhileRevalidateCache,
  type CacheOptions,
} from "server/cache/stale-while-revalidate.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

// The promised values, repeated here so that changing a constant of the product fails a test.
export const FRESH_MS = 30_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const coolDownMs = (failures: number) => Math.min(1000 * 2 ** (failures - 1), 15_000);

/** Wall-clock time at which the monotonic clock is 0, in epoch milliseconds. */
const STARTED = 999_999_000_000;

/** A query for tests in which only the key and the fetch matter. */
export const queryOf = <T>(key: string, fetch: Query<T>["fetch"]): Query<T> => ({
  resource: "trips",
  key,
  freshMs: FRESH_MS,
  fetch,
});

/** Resolves after all callbacks of promises that are already settled have run. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The errors of an upstream that answers 503, and of an open circuit breaker. */
export const http = () => new UpstreamError("http", "HTTP error 503: away", { status: 503 });
export const circuitOpen = () => new UpstreamError("circuit-open", "HTTP error 503: away");

/** A cache on a clock that only the test moves, with an upstream that the test answers. */
export class HandAnsweredCache {
  /** Epoch milliseconds without `wallClockJump`. */
  now = 1_000_000_000_000;
  wallClockJump = 0;
  readonly reads: unknown[][] = [];
  readonly notices: string[] = [];
  readonly fetches = new Map<
    string,
    { resolve: (value: number) => void; reject: (error: Error) => void }
  >();
  started = 0;
  readonly cache: StaleWhileRevalidateCache;

  constructor(options: Pick<CacheOptions, "tier" | "logger" | "currentNetwork"> = {}) {
    this.cache = new StaleWhileRevalidateCache({
      defaultKeys: new Set(["metrics"]),
      now: () => this.now + this.wallClockJump,
      elapsed: () => this.now - STARTED,
      onRead: (...read) => this.reads.push(read),
      ...options,
    });
    this.cache.onRefresh(({ event, key }) => this.notices.push(`${event} ${key}`));
  }

  read(key = "trips") {
    const fetch: Query<number>["fetch"] = async (beforeSend) => {
      await beforeSend();
      if (this.fetches.has(key)) throw new Error("two fetches for one key");
      this.started += 1;
      return new Promise((resolve, reject) => this.fetches.set(key, { resolve, reject }));
    };
    return this.cache.read(queryOf(key, fetch));
  }

  async settle(outcome: number | Error, key = "trips") {
    await settled();
    const fetch = this.fetches.get(key);
    if (!fetch) throw new Error("nothing under way");
    this.fetches.delete(key);
    if (outcome instanceof Error) fetch.reject(outcome);
    else fetch.resolve(outcome);
    await settled();
  }
}
