import { concernsOneNetwork } from "../upstream/upstream-error.server";
import {
  AnswerStore,
  MAX_AGE_MS,
  type CacheEntry,
  type LastError,
  type StoreOptions,
} from "./answer-store.server";
import type { Query, RefreshNotice } from "./query.server";
import { Refreshes } from "./refreshes.server";
import { singleInstanceTier, type SharedUpdate, type SharedTier } from "./shared-tier.server";

/**
 * `fresh`: younger than its query's fresh time, or just fetched. `refreshing`: older, and served at once while a
 * refresh runs in the background. `stale`: older, and the last refresh failed; the answer stays stale until a refresh
 * succeeds, or until the answer is 24 h old and no longer served.
 */
export type CacheState = "fresh" | "refreshing" | "stale";

/** A value with the age and state of the cache entry it came from. Pages show both. */
export interface Cached<T> {
  value: T;
  /** Epoch milliseconds at which the upstream's answer arrived. */
  asOf: number;
  state: CacheState;
}

/** The state of one query's result in a view: its age and state, or the error message shown in its place. */
export type CacheStatus = Pick<Cached<unknown>, "asOf" | "state"> | { error: string };

/** The states of a view's results, by name. */
export type CacheStatuses = Readonly<Record<string, CacheStatus>>;

/**
 * How a read ended: served from this process in some state, after waiting for a fetch (`miss`), after waiting only for
 * another instance's stored answer (`shared`), or with an error (`failed`).
 */
export type ReadOutcome = CacheState | "miss" | "shared" | "failed";

export interface CacheOptions extends StoreOptions {
  /** The store that instances share; none by default. */
  tier?: SharedTier;
  /** Longest wait in milliseconds for a fetch of another instance: the longest duration of a fetch. */
  fetchMs?: number;
  /** Called once per read, with the age in milliseconds of the served answer. */
  onRead?: (resource: string, outcome: ReadOutcome, age?: number) => void;
}

/** The state of one key, for monitoring. The key itself may hold text that a visitor typed. */
export interface CachedKey {
  key: string;
  /** Milliseconds since the key's answer arrived; null when it has none. */
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
 * after a failure. Answers stored in this process are served without asking the tier.
 */
export class StaleWhileRevalidateCache {
  readonly #answers: AnswerStore;
  readonly #refreshes: Refreshes;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;

  constructor(options: CacheOptions = {}) {
    const { tier = singleInstanceTier, fetchMs = 0, onRead = () => undefined } = options;
    this.#answers = new AnswerStore(options);
    this.#refreshes = new Refreshes(this.#answers, tier, fetchMs);
    this.#onRead = onRead;
    tier.onNews((news) => this.#onNews(news));
  }

  /**
   * Reads through the cache.
   *
   * @throws the error of the fetch, when there is no answer younger than 24 h to serve
   */
  async read<T>(query: Query<T>): Promise<Cached<T>> {
    try {
      for (;;) {
        const stored = this.#serve(query);
        if (stored) return stored;
        const flight = this.#refreshes.begin(query, false);
        try {
          await flight.firstLook;
          const shared = this.#serve(query, "shared");
          if (shared) return shared;
          const fetched = await flight.entry;
          this.#onRead(query.resource, "miss", 0);
          return cached(fetched, "fresh");
        } catch (error) {
          // A refusal concerns only the network whose call was sent: waiting readers of other networks try again.
          if (!concernsOneNetwork(error) || flight.network === this.#answers.networkOf(query.key))
            throw error;
        }
      }
    } catch (error) {
      this.#onRead(query.resource, "failed");
      throw error;
    }
  }

  /** The result of {@link readNow}, counted as a read; null when the reader has to wait for a fetch. */
  #serve<T>(query: Query<T>, outcome?: "shared"): Cached<T> | null {
    const known = this.readNow(query);
    if (known && "failure" in known) throw known.failure;
    if (known) {
      this.#onRead(query.resource, outcome ?? known.state, this.#answers.now() - known.asOf);
    }
    return known;
  }

  /**
   * What {@link read} would serve without waiting. Starts the same background refresh, but is not counted as a read.
   *
   * @returns `failure`: there is nothing to serve, and this is the error of the last fetch; null when {@link read}
   *   would wait for a fetch, which is not started here
   */
  readNow<T>(query: Query<T>): Cached<T> | { failure: unknown } | null {
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
    if (isCooling) return { failure: failure.error };
    const refusal = this.#answers.refusal(key);
    return refusal ? { failure: refusal } : null;
  }

  /** The state of every key with an answer or a failure, for monitoring. Takes about a microsecond per key. */
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

  /** The number of stored answers, and the estimated bytes of answers and failures. */
  held(): { entries: number; bytes: number } {
    const totals = { entries: 0, bytes: 0 };
    for (const { ageMs, bytes } of this.known()) {
      if (ageMs !== null) totals.entries += 1;
      totals.bytes += bytes;
    }
    return totals;
  }

  /**
   * Calls the listener each time a newer answer has been stored, here or by another instance, and when refreshes begin
   * to fail. The first fetch of a key causes no notice.
   *
   * @returns the function that ends the subscription
   */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void {
    return this.#answers.onNotice(listener);
  }

  #onNews({ newer, ...news }: SharedUpdate): void {
    const { key } = news;
    const known = this.#answers.has(key);
    if (known || this.#refreshes.has(key)) {
      this.#answers.adopt(news, news, this.#answers.elapsed());
    }
    // A dashboard connected to this instance may show a page that another instance rendered.
    const event = newer ? "refresh" : news.failure?.count === 1 ? "failure" : null;
    if (!known && event !== null) this.#answers.tell(event, news);
    this.#refreshes.wake(key);
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always has the same fetch, so the stored value has that fetch's type.
  return { value: value as T, asOf, state };
}

/**
 * The `Server-Timing` header of a view's results (W3C Server Timing), such as `metrics;desc="fresh, 12 s old"`.
 *
 * @param results by name; each name must be an HTTP token
 */
export function serverTiming(results: Readonly<Record<string, CacheStatus | undefined>>): string {
  return Object.entries(results)
    .flatMap(([name, result]) => (result ? `${name};desc="${statusText(result)}"` : []))
    .join(", ");
}

function statusText(result: CacheStatus): string {
  if ("error" in result) return "failed";
  return `${result.state}, ${Math.max(0, Math.round((Date.now() - result.asOf) / 1000))} s old`;
}

/** The metric of `Server-Timing` that tells a page the server's clock, in epoch milliseconds. */
export function clockTiming(): string {
  return `clock;dur=${Date.now()}`;
}
