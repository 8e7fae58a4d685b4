import { isOfAsker, UpstreamError } from "../upstream/upstream-error.server";
import {
  AnswerStore,
  errorKind,
  MAX_AGE_MS,
  type CacheEntry,
  type LastError,
  type StoreOptions,
} from "./answer-store.server";
import type { Query, RefreshNotice } from "./query.server";
import { Refreshes } from "./refreshes.server";
import { alone, type SharedNews, type SharedTier } from "./shared-tier.server";

/**
 * `fresh`: younger than its query's fresh time, or just fetched. `refreshing`: past it, and served at once while one
 * refresh runs in the background. `stale`: past it and the last refresh failed; it stays so until one succeeds, or until
 * the answer is 24 h old and no longer served.
 */
export type CacheState = "fresh" | "refreshing" | "stale";

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
          // A refusal concerns only the network whose call was sent: readers of other networks that waited ask anew.
          if (!isOfAsker(error) || flight.asker === this.#answers.askerOf(query.key)) throw error;
        }
      }
    } catch (error) {
      this.#onRead(query.resource, "failed");
      throw error;
    }
  }

  /** What {@link readNow} finds, counted as a read; null where it has to be waited for. */
  #serve<T>(query: Query<T>, outcome?: "shared"): Cached<T> | null {
    const known = this.readNow(query);
    if (known && "failure" in known) throw known.failure;
    if (known) {
      this.#onRead(query.resource, outcome ?? known.state, this.#answers.now() - known.asOf);
    }
    return known;
  }

  /**
   * What {@link read} would serve without waiting; begins the same refresh in the background and is not counted.
   *
   * @returns `failure`: there is nothing to serve, and the last fetch has just failed with this; null when a read would
   *   wait for a fetch, which is not begun here
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

  /**
   * Asks for a newer answer although there is a fresh one: at most once per key and 15 seconds, over all instances, and
   * not while a failure cools down. Rejects only with what is no failure of the upstream.
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

/**
 * The `Server-Timing` header of a view's results (W3C Server Timing), such as `metrics;desc="fresh, 12 s old"`.
 *
 * @param results by name, which has to be an HTTP token
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
