import type { Query } from "server/cache/query.server";
import {
  StaleWhileRevalidateCache,
  type CacheOptions,
} from "server/cache/stale-while-revalidate.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

// The product's promises, written out anew: a changed constant must not change them silently.
export const FRESH_MS = 30_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const coolDownMs = (failures: number) => Math.min(1000 * 2 ** (failures - 1), 15_000);

/** When the monotonic clock began, by the wall clock. */
const STARTED = 999_999_000_000;

/** A query of which nothing but the key and the fetch matters. */
export const queryOf = <T>(key: string, fetch: Query<T>["fetch"]): Query<T> => ({
  resource: "trips",
  key,
  freshMs: FRESH_MS,
  fetch,
});

/** Resolves when what is settled already has gone through all its `then`s. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An upstream that answers 503, and one whose circuit breaker is open. */
export const http = () => new UpstreamError("http", "HTTP error 503: away", { status: 503 });
export const circuitOpen = () => new UpstreamError("circuit-open", "HTTP error 503: away");

/** A cache on a clock that stands still, over an upstream whose answers are given by hand. */
export class HandAnsweredCache {
  /** Epoch milliseconds, as long as nobody sets the wall clock. */
  now = 1_000_000_000_000;
  wallClockJump = 0;
  readonly reads: unknown[][] = [];
  readonly heard: string[] = [];
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
    this.cache.onRefresh(({ event, key }) => this.heard.push(`${event} ${key}`));
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
