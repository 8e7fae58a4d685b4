import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

// The product's promises, written out anew: a changed constant must not change them silently.
export const FRESH_MS = 30_000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const coolDownMs = (failures: number) => Math.min(1000 * 2 ** (failures - 1), 15_000);

const policy = policies.trips;

/** Resolves when what is settled already has gone through all its `then`s. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

/** An upstream that answers 503, and one whose circuit breaker is open. */
export const http = () => new UpstreamError("http", "HTTP error 503: away", { status: 503 });
export const circuitOpen = () => new UpstreamError("circuit-open", "HTTP error 503: away");

/** A cache on a clock that stands still, over an upstream whose answers are given by hand. */
export class HandAnsweredCache {
  /** Milliseconds on both clocks, as long as nobody sets the wall clock. */
  now = 1_000_000_000_000;
  wallClockJump = 0;
  readonly log: string[] = [];
  readonly fetches = new Map<string, PromiseWithResolvers<number>>();
  started = 0;
  readonly cache = new StaleWhileRevalidateCache({
    store: createLruStore(),
    now: () => this.now + this.wallClockJump,
    elapsed: () => this.now,
    onRead: (_policy, outcome) => this.log.push(outcome),
  });

  read(key = "trips") {
    return this.cache.read(policy, key, () => {
      if (this.fetches.has(key)) throw new Error("two fetches for one key");
      this.started += 1;
      const answer = withResolvers<number>();
      this.fetches.set(key, answer);
      return answer.promise;
    });
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

  async filled(value = 1) {
    const read = this.read();
    await settled();
    await this.settle(value);
    await read;
    return this;
  }
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
