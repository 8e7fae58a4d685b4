import { LRUCache } from "lru-cache";
import type { Logger } from "../logger.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import type { Cached } from "./cached.server";
import type { CacheEntry, LruStore } from "./lru-store.server";
import { MAX_AGE_MS, type CachePolicy, type DashboardResource } from "./policies.server";

/** After a failed fetch a key is left alone for this long, doubling with each failure in a row. */
export const FIRST_COOL_DOWN_MS = 1_000;
export const LONGEST_COOL_DOWN_MS = 15_000;

/** A wall clock that has moved by more than this against the other one has been set. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Failures are remembered for as many keys; a forgotten one only means one call more. */
const MAX_REMEMBERED_FAILURES = 10_000;

interface Failure {
  error: unknown;
  /** Fetches in a row that reached the upstream and failed. */
  count: number;
  /** Monotonic milliseconds until which nothing is fetched. */
  until: number;
}

/** A newer answer has taken the place of one that was asked for before, or of a failure. */
export interface RefreshNotice {
  resource: DashboardResource;
  /** The key it was read under. */
  key: string;
}

/** How a read ended: the state it was served in, after waiting for a fetch (`miss`), or with an error. */
export type ReadOutcome = Cached<unknown>["state"] | "miss" | "failed";

export interface CacheOptions {
  store: LruStore;
  /** Epoch milliseconds; only ever shown, because that clock can jump. */
  now?: () => number;
  /** Monotonic milliseconds; ages and cool-downs are measured with them. */
  elapsed?: () => number;
  logger?: Logger;
  /** Called once per read. */
  onRead?: (policy: DashboardResource, outcome: ReadOutcome) => void;
}

/**
 * Serves answers from a store and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`).
 * At most one fetch per key is under way, and none while the key cools down after a failure.
 */
export class StaleWhileRevalidateCache {
  readonly #store: LruStore;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #logger: Logger | undefined;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;
  readonly #flights = new Map<string, Promise<CacheEntry>>();
  readonly #failures = new LRUCache<string, Failure>({ max: MAX_REMEMBERED_FAILURES });
  readonly #listeners = new Set<(notice: RefreshNotice) => void>();

  constructor(options: CacheOptions) {
    this.#store = options.store;
    this.#now = options.now ?? Date.now;
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#logger = options.logger;
    this.#onRead = options.onRead ?? (() => undefined);
  }

  /**
   * Reads through the cache.
   *
   * @param key names one answer; the same key always comes with the same policy and the same fetch
   * @param fetch asks the upstream; called only when the stored answer is missing or past its fresh time
   * @throws what `fetch` rejected with, when there is nothing younger than 24 h to serve
   */
  async read<T>(policy: CachePolicy, key: string, fetch: () => Promise<T>): Promise<Cached<T>> {
    try {
      const known = this.readNow(policy, key, fetch);
      if (known) {
        this.#onRead(policy.name, known.state);
        return known;
      }
      const fetched = await this.#fetchOnce(policy, key, fetch);
      this.#onRead(policy.name, "miss");
      return cached(fetched, "fresh");
    } catch (error) {
      this.#onRead(policy.name, "failed");
      throw error;
    }
  }

  /**
   * What {@link read} would serve without waiting, with the same refresh in the background; not counted as a read.
   *
   * @returns null when a read would have to wait for a fetch; none is started for it
   * @throws the failure of the last fetch, while there is nothing to serve and its cool-down lasts
   */
  readNow<T>(policy: CachePolicy, key: string, fetch: () => Promise<T>): Cached<T> | null {
    const entry = this.#store.get(key);
    const elapsed = this.#elapsed();
    const age = entry ? elapsed - entry.arrived : Infinity;
    const failure = this.#failures.get(key);
    const cooling = failure !== undefined && elapsed < failure.until;

    if (entry && age < MAX_AGE_MS) {
      const fresh = age < policy.freshMs;
      const state = fresh ? "fresh" : failure ? "stale" : "refreshing";
      // A failed refresh is remembered as a failure and shows in the state; nobody waits for it here.
      if (!fresh && !cooling) this.#fetchOnce(policy, key, fetch).catch(() => undefined);
      return cached(this.#onThisClock(key, entry, age), state);
    }
    if (cooling) throw failure.error;
    return null;
  }

  /**
   * Calls back each time a newer answer has been stored; a first look at something is none.
   *
   * @returns the function that ends the subscription
   */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** After the wall clock was set, an answer's time is told anew, so that its age on the screen stays true. */
  #onThisClock(key: string, entry: CacheEntry, age: number): CacheEntry {
    const asOf = this.#now() - age;
    if (Math.abs(asOf - entry.asOf) <= CLOCK_TOLERANCE_MS) return entry;
    const told = { ...entry, asOf: Math.round(asOf) };
    this.#store.set(key, told);
    return told;
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
      const value = await fetch();
      const entry = { value, asOf: this.#now(), arrived: this.#elapsed() };
      const known = this.#failures.has(key) || this.#store.get(key) !== undefined;
      this.#store.set(key, entry);
      this.#failures.delete(key);
      if (known) this.#tell({ resource: policy.name, key });
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
    return { error, count, until: this.#elapsed() + coolDown };
  }

  #tell(notice: RefreshNotice): void {
    for (const listener of this.#listeners) {
      try {
        listener(notice);
      } catch (error) {
        this.#logger?.error({ err: error, policy: notice.resource }, "cache listener");
      }
    }
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always comes with the same fetch, so what it stored has that fetch's type.
  return { value: value as T, asOf, state };
}
