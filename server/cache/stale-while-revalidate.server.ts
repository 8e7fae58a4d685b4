import { LRUCache } from "lru-cache";
import type { Logger } from "../logger.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import type { CacheEntry, CacheStore } from "./cache-store.server";
import type { Cached } from "./cached.server";
import { MAX_AGE_MS, type CachePolicy, type DashboardResource } from "./policies.server";

/** After a failed fetch a key is left alone for this long, doubling with each failure in a row. */
export const FIRST_COOL_DOWN_MS = 1_000;
export const LONGEST_COOL_DOWN_MS = 15_000;

/** Failures are remembered for as many keys; a forgotten one only means one call more. */
const MAX_REMEMBERED_FAILURES = 10_000;

interface Failure {
  error: unknown;
  /** Fetches in a row that reached the upstream and failed. */
  count: number;
  /** Epoch milliseconds until which nothing is fetched. */
  until: number;
}

/** How a read ended: the state it was served in, after waiting for a fetch (`miss`), or with an error. */
export type ReadOutcome = Cached<unknown>["state"] | "miss" | "failed";

export interface CacheOptions {
  store: CacheStore;
  /** Epoch milliseconds. */
  now?: () => number;
  logger?: Logger;
  /** Called once per read. */
  onRead?: (policy: DashboardResource, outcome: ReadOutcome) => void;
}

/**
 * Serves answers from a store and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`;
 * contract section 3). At most one fetch per key is under way, and none while the key cools down after a failure.
 */
export class StaleWhileRevalidateCache {
  readonly #store: CacheStore;
  readonly #now: () => number;
  readonly #logger: Logger | undefined;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;
  readonly #flights = new Map<string, Promise<CacheEntry>>();
  readonly #failures = new LRUCache<string, Failure>({ max: MAX_REMEMBERED_FAILURES });
  readonly #listeners = new Set<(policy: DashboardResource) => void>();

  constructor({ store, now = Date.now, logger, onRead = () => undefined }: CacheOptions) {
    this.#store = store;
    this.#now = now;
    this.#logger = logger;
    this.#onRead = onRead;
  }

  /**
   * Reads through the cache.
   *
   * @param key names one answer; the same key always comes with the same policy and the same fetch
   * @param fetch asks the upstream; called only when the stored answer is missing or past its fresh time
   * @throws what `fetch` rejected with, when there is nothing younger than 24 h to serve
   */
  async read<T>(policy: CachePolicy, key: string, fetch: () => Promise<T>): Promise<Cached<T>> {
    const entry = await this.#store.get(key);
    const now = this.#now();
    const age = entry ? now - entry.asOf : Infinity;
    const failure = this.#failures.get(key);
    const cooling = failure !== undefined && now < failure.until;

    if (entry && age < MAX_AGE_MS) {
      const fresh = age < policy.freshMs;
      const state = fresh ? "fresh" : failure ? "stale" : "refreshing";
      // A failed refresh is remembered as a failure and shows in the state; nobody waits for it here.
      if (!fresh && !cooling) this.#fetchOnce(policy, key, fetch).catch(() => undefined);
      this.#onRead(policy.name, state);
      return cached(entry, state);
    }

    try {
      if (cooling) throw failure.error;
      const fetched = await this.#fetchOnce(policy, key, fetch);
      this.#onRead(policy.name, "miss");
      return cached(fetched, "fresh");
    } catch (error) {
      this.#onRead(policy.name, "failed");
      throw error;
    }
  }

  /**
   * Calls back each time an answer has arrived and been stored.
   *
   * @returns the function that ends the subscription
   */
  onStored(listener: (policy: DashboardResource) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #fetchOnce(policy: CachePolicy, key: string, fetch: () => Promise<unknown>): Promise<CacheEntry> {
    const underWay = this.#flights.get(key);
    if (underWay) return underWay;
    const flight = this.#fetch(policy, key, fetch).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #fetch(
    policy: CachePolicy,
    key: string,
    fetch: () => Promise<unknown>,
  ): Promise<CacheEntry> {
    try {
      const entry = { value: await fetch(), asOf: this.#now() };
      await this.#store.set(key, entry);
      this.#failures.delete(key);
      this.#tell(policy.name);
      return entry;
    } catch (error) {
      this.#failures.set(key, this.#failureAfter(this.#failures.get(key), error));
      throw error;
    }
  }

  #failureAfter(previous: Failure | undefined, error: unknown): Failure {
    const sent = !(error instanceof UpstreamError) || error.sent;
    const count = (previous?.count ?? 0) + (sent ? 1 : 0);
    // A failure without a call cost the upstream nothing, so the key may soon try again.
    const coolDown = sent
      ? Math.min(FIRST_COOL_DOWN_MS * 2 ** (count - 1), LONGEST_COOL_DOWN_MS)
      : FIRST_COOL_DOWN_MS;
    return { error, count, until: this.#now() + coolDown };
  }

  #tell(policy: DashboardResource): void {
    for (const listener of this.#listeners) {
      try {
        listener(policy);
      } catch (error) {
        this.#logger?.error({ err: error, policy }, "cache listener");
      }
    }
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always comes with the same fetch, so what it stored has that fetch's type.
  return { value: value as T, asOf, state };
}
