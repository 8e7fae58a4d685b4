import { vi } from "vitest";
import { StaleWhileRevalidateCache, type Cached } from "server/cache/stale-while-revalidate.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

// The promised values, repeated here so that changing a constant of the product fails a test.
export const FRESH_MS = 30_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const REST_MS = 2_000;

/** Resolves after all callbacks of promises that are already settled have run. */
export const flushPromises = () => new Promise((resolve) => setImmediate(resolve));

/** The error of an upstream that answers 503. */
export const httpError = () => new UpstreamError("http", "HTTP error 503: away", { status: 503 });

/** The key `metrics` is one of a default view. */
export const policyOf = (key: string) => ({
  resource: "trips",
  freshMs: FRESH_MS,
  isDefault: key === "metrics",
});

/** A cache on a clock that only the test moves, with an upstream that the test answers. */
export class HandAnsweredCache {
  readonly fetches = new Map<
    string,
    { resolve: (value: number) => void; reject: (error: Error) => void }
  >();
  started = 0;
  readonly inc = vi.fn();
  readonly cache = new StaleWhileRevalidateCache({ inc: this.inc });

  constructor() {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: 1_000_000_000_000 });
  }

  /** Epoch milliseconds. */
  get now(): number {
    return Date.now();
  }

  set now(next: number) {
    vi.advanceTimersByTime(next - Date.now());
  }

  read(key = "trips"): Promise<Cached<number>> {
    return this.cache.read(key, policyOf(key), () => {
      if (this.fetches.has(key)) throw new Error("two fetches for one key");
      this.started += 1;
      return new Promise((resolve, reject) => this.fetches.set(key, { resolve, reject }));
    });
  }

  async settle(outcome: number | Error, key = "trips"): Promise<void> {
    await flushPromises();
    const fetch = this.fetches.get(key);
    if (!fetch) throw new Error("nothing under way");
    this.fetches.delete(key);
    if (outcome instanceof Error) fetch.reject(outcome);
    else fetch.resolve(outcome);
    await flushPromises();
  }
}
