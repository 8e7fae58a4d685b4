import type { Logger } from "../process/logger.server";
import { isOfAsker } from "../upstream/upstream-error.server";
import { cachedKeys, type CachedKey } from "./cache-contents.server";
import type { Cached, ReadOutcome } from "./cache-result.server";
import {
  MAX_AGE_MS,
  type CachePolicy,
  type DashboardResource,
} from "../dashboard/freshness-policies.server";
import { KnownAnswers } from "./known-answers.server";
import type { CacheEntry, LruStore } from "./lru-store.server";
import {
  MANUAL_PAUSE_MS,
  manualPause,
  refreshNow,
  type ManualRefresh,
} from "../dashboard/manual-refresh.server";
import { RefreshNotices, type RefreshNotice } from "./refresh-notices.server";
import { Refreshes, type Fetch, type Flight } from "./refreshes.server";
import { createRefusals, type Refusals } from "./refusals.server";
import { alone, type SharedNews, type SharedTier } from "./shared-tier.server";

export interface CacheOptions {
  store: LruStore;
  /** What instances share; nothing unless told. */
  tier?: SharedTier;
  /** Longest wait in milliseconds for a fetch of another instance: what a fetch takes at most. */
  fetchMs?: number;
  /** The client network that asks, for refusals that are its own. */
  asker?: () => string;
  /** Epoch milliseconds; only ever shown, because that clock can jump. */
  now?: () => number;
  /** Monotonic milliseconds; ages and cool-downs are measured with them. */
  elapsed?: () => number;
  logger?: Logger;
  /** Called once per read, with the age in milliseconds of what was served. */
  onRead?: (policy: DashboardResource, outcome: ReadOutcome, age?: number) => void;
}

/**
 * Serves answers from a store and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`).
 * At most one fetch per key is sent at a time, over all instances that share a tier, and none while the key cools down
 * after a failure. What is stored here is served without asking the tier.
 */
export class StaleWhileRevalidateCache {
  readonly #answers: KnownAnswers;
  readonly #refreshes: Refreshes;
  readonly #refusals: Refusals;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;

  constructor(options: CacheOptions) {
    const { store, tier = alone, fetchMs = 0, asker, logger } = options;
    const now = (this.#now = options.now ?? Date.now);
    const elapsed = (this.#elapsed = options.elapsed ?? (() => performance.now()));
    const refusals = (this.#refusals = createRefusals(asker));
    const answers = new KnownAnswers(store, new RefreshNotices(logger), { now, elapsed });
    this.#answers = answers;
    this.#refreshes = new Refreshes({ answers, tier, refusals, fetchMs, elapsed });
    this.#onRead = options.onRead ?? (() => undefined);
    tier.onNews((news) => this.#hear(news));
  }

  /**
   * Reads through the cache.
   *
   * @param key names one answer; the same key always comes with the same policy and the same fetch
   * @param fetch asks the upstream; called only when the stored answer is missing or past its fresh time
   * @throws what `fetch` rejected with, when there is nothing younger than 24 h to serve
   */
  async read<T>(policy: CachePolicy, key: string, fetch: Fetch<T>): Promise<Cached<T>> {
    try {
      for (;;) {
        const known = this.readNow(policy, key, fetch);
        if (known) {
          this.#onRead(policy.name, known.state, this.#now() - known.asOf);
          return known;
        }
        const flight = this.#refreshes.begin({ policy, key, fetch, background: false });
        try {
          return await this.#land(policy, key, fetch, flight);
        } catch (error) {
          // A refusal of the network whose call was sent first is none of the others who waited for it.
          if (!isOfAsker(error) || flight.asker === this.#refusals.askerOf(key)) throw error;
        }
      }
    } catch (error) {
      this.#onRead(policy.name, "failed");
      throw error;
    }
  }

  /** Waits for what a refresh brings, or for what another instance has stored already. */
  async #land<T>(
    policy: CachePolicy,
    key: string,
    fetch: Fetch<T>,
    flight: Flight,
  ): Promise<Cached<T>> {
    await flight.looked;
    const shared = this.readNow(policy, key, fetch);
    if (shared) {
      this.#onRead(policy.name, "shared", this.#now() - shared.asOf);
      return shared;
    }
    const fetched = await flight.entry;
    this.#onRead(policy.name, "miss", 0);
    return cached(fetched, "fresh");
  }

  /**
   * What {@link read} would serve without waiting, with the same refresh in the background; not counted as a read.
   *
   * @returns null when a read would have to wait; no fetch is started for it
   * @throws the failure of the last fetch, while there is nothing to serve and its cool-down lasts
   */
  readNow<T>(policy: CachePolicy, key: string, fetch: Fetch<T>): Cached<T> | null {
    const entry = this.#answers.store.get(key);
    const elapsed = this.#elapsed();
    const age = entry ? elapsed - entry.arrived : Infinity;
    const failure = this.#answers.failures.get(key);
    const cooling = failure !== undefined && elapsed < failure.until;
    const refusal = () => this.#refusals.get(key, elapsed);

    if (entry && age < MAX_AGE_MS) {
      const fresh = age < policy.freshMs;
      const state = fresh ? "fresh" : failure ? "stale" : "refreshing";
      if (!fresh && !cooling && !refusal()) {
        this.#refreshes.begin({ policy, key, fetch, background: true });
      }
      entry.hits += 1;
      return cached(this.#answers.onThisClock(key, entry), state);
    }
    if (cooling) throw failure.error;
    const refused = refusal();
    if (refused) throw refused;
    return null;
  }

  /** Asks for a newer answer than the one that is fresh, for a person who does not want to wait. */
  refreshNow(policy: CachePolicy, key: string, fetch: Fetch<unknown>): Promise<ManualRefresh> {
    const elapsed = this.#elapsed;
    const { store, failures } = this.#answers;
    const rest = () => manualPause(store.get(key), failures.get(key), elapsed());
    const eager = { ...policy, freshMs: MANUAL_PAUSE_MS };
    const wanted = { policy: eager, key, fetch, background: false };
    const renew = () => this.#refreshes.begin(wanted).entry;
    return refreshNow({ rest, renew, elapsed, now: this.#now });
  }

  /** Every key that has an answer or has failed, for those who watch over the cache. */
  known(): Iterable<CachedKey> {
    const { store, failures } = this.#answers;
    return cachedKeys(store, failures, (key) => this.#refreshes.has(key), this.#elapsed());
  }

  /**
   * Calls back each time a newer answer has been stored, here or by another instance, and when refreshes begin to
   * fail; a first look at something is neither.
   *
   * @returns the function that ends the subscription
   */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void {
    return this.#answers.notices.on(listener);
  }

  #hear({ resource, key, newer, ...state }: SharedNews): void {
    const known = this.#answers.has(key);
    if (known || this.#refreshes.has(key)) {
      this.#answers.adopt({ resource, key }, state, this.#elapsed());
    }
    // A dashboard may be open here whose page another instance has made.
    const event = newer ? "refresh" : state.failure?.count === 1 ? "failure" : null;
    if (!known && event !== null) this.#answers.notices.tell({ event, resource, key });
    this.#refreshes.wake(key);
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always comes with the same fetch, so what it stored has that fetch's type.
  return { value: value as T, asOf, state };
}
