import { isOfAsker, UpstreamError } from "../upstream/upstream-error.server";
import {
  AnswerStore,
  errorKind,
  MAX_AGE_MS,
  type CacheEntry,
  type LastError,
  type StoreOptions,
} from "./answer-store.server";
import type { Cached, ReadOutcome } from "./cache-result.server";
import type { Query, RefreshNotice } from "./query.server";
import { Refreshes, type Flight } from "./refreshes.server";
import { alone, type SharedNews, type SharedTier } from "./shared-tier.server";

/** After an answer has come it is not asked for by hand for so long. */
const MANUAL_COOL_DOWN_MS = 15_000;

export interface CacheOptions extends StoreOptions {
  /** What instances share; nothing unless told. */
  tier?: SharedTier;
  /** Longest wait in milliseconds for a fetch of another instance: what a fetch takes at most. */
  fetchMs?: number;
  /** Called once per read, with the age in milliseconds of what was served. */
  onRead?: (resource: string, outcome: ReadOutcome, age?: number) => void;
}

/** How asking by hand went; `until`, where it cannot be asked again before, in epoch milliseconds. */
export type ManualRefresh =
  | { outcome: "refreshed" }
  | { outcome: "cooling-down"; until: number }
  | { outcome: "failed"; error: Omit<LastError, "at">; until: number };

/** What the cache knows of one key. The key itself may hold what a visitor typed. */
export interface CachedKey {
  key: string;
  /** Milliseconds since its answer arrived; null when there is none. */
  ageMs: number | null;
  refreshing: boolean;
  /** Whether the last fetch failed. */
  failing: boolean;
  hits: number;
  bytes: number;
  lastError: LastError | null;
}

/**
 * Serves answers from a store and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`).
 * At most one fetch per key is sent at a time, over all instances that share a tier, and none while the key cools down
 * after a failure. What is stored here is served without asking the tier.
 */
export class StaleWhileRevalidateCache {
  readonly #answers: AnswerStore;
  readonly #refreshes: Refreshes;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;

  constructor(options: CacheOptions = {}) {
    const { tier = alone, fetchMs = 0, onRead = () => undefined } = options;
    this.#answers = new AnswerStore(options);
    this.#refreshes = new Refreshes(this.#answers, tier, fetchMs);
    this.#onRead = onRead;
    tier.onNews((news) => this.#hear(news));
  }

  /**
   * Reads through the cache.
   *
   * @throws what the fetch rejected with, when there is nothing younger than 24 h to serve
   */
  async read<T>(query: Query<T>): Promise<Cached<T>> {
    try {
      for (;;) {
        const known = this.readNow(query);
        if (known) {
          this.#onRead(query.resource, known.state, this.#answers.now() - known.asOf);
          return known;
        }
        const flight = this.#refreshes.begin(query, false);
        try {
          return await this.#land(query, flight);
        } catch (error) {
          // A refusal of the network whose call was sent first is none of the others who waited for it.
          if (!isOfAsker(error) || flight.asker === this.#answers.askerOf(query.key)) throw error;
        }
      }
    } catch (error) {
      this.#onRead(query.resource, "failed");
      throw error;
    }
  }

  /** Waits for what a refresh brings, or for what another instance has stored already. */
  async #land<T>(query: Query<T>, flight: Flight): Promise<Cached<T>> {
    await flight.firstLook;
    const shared = this.readNow(query);
    if (shared) {
      this.#onRead(query.resource, "shared", this.#answers.now() - shared.asOf);
      return shared;
    }
    const fetched = await flight.entry;
    this.#onRead(query.resource, "miss", 0);
    return cached(fetched, "fresh");
  }

  /**
   * What {@link read} would serve without waiting, with the same refresh in the background; not counted as a read.
   *
   * @returns null when a read would have to wait; no fetch is started for it
   * @throws the failure of the last fetch, while there is nothing to serve and its cool-down lasts
   */
  readNow<T>(query: Query<T>): Cached<T> | null {
    const { key, freshMs } = query;
    const { entry, failure } = this.#answers.get(key) ?? {};
    const elapsed = this.#answers.elapsed();
    const age = entry ? elapsed - entry.arrived : Infinity;
    const isCooling = failure !== undefined && elapsed < failure.until;

    if (entry && age < MAX_AGE_MS) {
      const isFresh = age < freshMs;
      const state = isFresh ? "fresh" : failure ? "stale" : "refreshing";
      if (!isFresh && !isCooling && !this.#answers.refusal(key)) {
        this.#refreshes.begin(query, true);
      }
      entry.hits += 1;
      return cached(this.#answers.onThisClock(key, entry), state);
    }
    if (isCooling) throw failure.error;
    const refusal = this.#answers.refusal(key);
    if (refusal) throw refusal;
    return null;
  }

  /**
   * Asks for a newer answer than the one that is fresh, for a person who does not want to wait: at most once per key and
   * 15 seconds, over all instances, and not while a failure cools down. Rejects only with what is no failure of the
   * upstream.
   */
  async refreshNow(query: Query): Promise<ManualRefresh> {
    const { now, elapsed } = this.#answers;
    const coolDown = () => {
      const { entry, failure } = this.#answers.get(query.key) ?? {};
      const until = [(entry?.arrived ?? -Infinity) + MANUAL_COOL_DOWN_MS, failure?.until ?? 0];
      return Math.max(0, Math.max(...until) - elapsed());
    };
    const coolingDown = (): ManualRefresh => ({
      outcome: "cooling-down",
      until: now() + coolDown(),
    });
    if (coolDown() > 0) return coolingDown();
    const asked = elapsed();
    try {
      const eager = { ...query, freshMs: MANUAL_COOL_DOWN_MS };
      const { arrived } = await this.#refreshes.begin(eager, false).entry;
      // Another instance may have asked a moment ago.
      return arrived < asked ? coolingDown() : { outcome: "refreshed" };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return { outcome: "failed", error: errorKind(error), until: now() + coolDown() };
    }
  }

  /** Every key that has an answer or has failed, for those who watch over the cache; a microsecond each. */
  *known(): Iterable<CachedKey> {
    const elapsed = this.#answers.elapsed();
    for (const { key, bytes, entry, failure, lastError = null } of this.#answers.all()) {
      yield {
        key,
        ageMs: entry ? Math.round(elapsed - entry.arrived) : null,
        refreshing: this.#refreshes.has(key),
        failing: failure !== undefined,
        hits: entry?.hits ?? 0,
        bytes,
        lastError,
      };
    }
  }

  /** How many answers are stored, and about how many bytes these and failures take. */
  held(): { entries: number; bytes: number } {
    const held = { entries: 0, bytes: 0 };
    for (const { ageMs, bytes } of this.known()) {
      if (ageMs !== null) held.entries += 1;
      held.bytes += bytes;
    }
    return held;
  }

  /**
   * Calls back each time a newer answer has been stored, here or by another instance, and when refreshes begin to
   * fail; a first look at something is neither.
   *
   * @returns the function that ends the subscription
   */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void {
    return this.#answers.onNotice(listener);
  }

  #hear({ newer, ...news }: SharedNews): void {
    const { key } = news;
    const known = this.#answers.has(key);
    if (known || this.#refreshes.has(key)) {
      this.#answers.adopt(news, news, this.#answers.elapsed());
    }
    // A dashboard may be open here whose page another instance has made.
    const event = newer ? "refresh" : news.failure?.count === 1 ? "failure" : null;
    if (!known && event !== null) this.#answers.tell(event, news);
    this.#refreshes.wake(key);
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always comes with the same fetch, so what it stored has that fetch's type.
  return { value: value as T, asOf, state };
}
