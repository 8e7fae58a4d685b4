import type { Logger } from "../logger.server";
import { isOfAsker, UpstreamError } from "../upstream/upstream-error.server";
import type { Cached, ReadOutcome } from "./cache-result.server";
import { createFailures, failureAfter, type Failure, type Failures } from "./failures.server";
import {
  MANUAL_PAUSE_MS,
  manualPause,
  refreshNow,
  type ManualRefresh,
} from "./manual-refresh.server";
import { fixedKeys } from "./cache-keys.server";
import { cachedKeys, type CachedKey } from "./cache-contents.server";
import type { CacheEntry, LruStore } from "./lru-store.server";
import { createNoticeWaiters } from "./notice-waiters.server";
import { MAX_AGE_MS, type CachePolicy, type DashboardResource } from "./freshness-policies.server";
import { RefreshNotices, type NamedAnswer, type RefreshNotice } from "./refresh-notices.server";
import { createRefusals, type Refusals } from "./refusals.server";
import type { Claim, Lease, SharedNews, SharedState, SharedTier } from "./shared-tier.server";
import { alone, noLease } from "./shared-tier.server";

/** A wall clock that has moved by more than this against the other one has been set. */
const CLOCK_TOLERANCE_MS = 1_000;

/** How often a read begins anew because another network's fetch was refused, which it had joined. */
const MOST_JOINED = 3;

/** News can be missed, and a lease can run out in silence: so often is asked again. */
const POLL_MS = 250;

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

/** A refresh of a key. */
interface Flight {
  /** The network that began it, as {@link Refusals.askerOf} tells. */
  asker: string;
  /** What the other instances know has been looked at. */
  looked: Promise<unknown>;
  entry: Promise<CacheEntry>;
}

/**
 * Serves answers from a store and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`).
 * At most one fetch per key is under way, over all instances that share a tier, and none while the key cools down
 * after a failure. What is stored here is served without asking the tier.
 */
export class StaleWhileRevalidateCache {
  readonly #store: LruStore;
  readonly #tier: SharedTier;
  readonly #fetchMs: number;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;
  readonly #flights = new Map<string, Flight>();
  readonly #waiters = createNoticeWaiters();
  readonly #failures: Failures;
  readonly #refusals: Refusals;
  readonly #notices: RefreshNotices;

  constructor(options: CacheOptions) {
    this.#store = options.store;
    this.#tier = options.tier ?? alone;
    this.#fetchMs = options.fetchMs ?? 0;
    this.#now = options.now ?? Date.now;
    this.#elapsed = options.elapsed ?? (() => performance.now());
    this.#refusals = createRefusals(options.asker);
    this.#failures = createFailures(this.#now);
    this.#notices = new RefreshNotices(options.logger);
    this.#onRead = options.onRead ?? (() => undefined);
    this.#tier.onNews((news) => this.#hear(news));
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
      for (let joined = 0; ; joined += 1) {
        const known = this.readNow(policy, key, fetch);
        if (known) {
          this.#onRead(policy.name, known.state, this.#now() - known.asOf);
          return known;
        }
        const flight = this.#refresh(policy, key, fetch, false);
        try {
          return await this.#land(policy, key, fetch, flight);
        } catch (error) {
          // A refusal of the network that began the fetch is none of the others who joined it.
          const others = isOfAsker(error) && flight.asker !== this.#refusals.askerOf(key);
          if (!others || joined >= MOST_JOINED) throw error;
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
    fetch: () => Promise<T>,
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
  readNow<T>(policy: CachePolicy, key: string, fetch: () => Promise<T>): Cached<T> | null {
    const entry = this.#store.get(key);
    const elapsed = this.#elapsed();
    const age = entry ? elapsed - entry.arrived : Infinity;
    const failure = this.#failures.get(key);
    const cooling = failure !== undefined && elapsed < failure.until;
    const refusal = () => this.#refusals.get(key, elapsed);

    if (entry && age < MAX_AGE_MS) {
      const fresh = age < policy.freshMs;
      const state = fresh ? "fresh" : failure ? "stale" : "refreshing";
      if (!fresh && !cooling && !refusal()) this.#refresh(policy, key, fetch, true);
      entry.hits += 1;
      return cached(this.#onThisClock(key, entry, age), state);
    }
    if (cooling) throw failure.error;
    const refused = refusal();
    if (refused) throw refused;
    return null;
  }

  /** Asks for a newer answer than the one that is fresh, for a person who does not want to wait. */
  refreshNow(
    policy: CachePolicy,
    key: string,
    fetch: () => Promise<unknown>,
  ): Promise<ManualRefresh> {
    const elapsed = this.#elapsed;
    const rest = () => manualPause(this.#store.get(key), this.#failures.get(key), elapsed());
    const eager = { ...policy, freshMs: MANUAL_PAUSE_MS };
    const renew = () => this.#refresh(eager, key, fetch, false).entry;
    return refreshNow({ rest, renew, elapsed, now: this.#now });
  }

  /** Every key that has an answer or has failed, for those who watch over the cache. */
  known(): Iterable<CachedKey> {
    return cachedKeys(
      this.#store,
      this.#failures,
      (key) => this.#flights.has(key),
      this.#elapsed(),
    );
  }

  /**
   * Calls back each time a newer answer has been stored, here or by another instance, and when refreshes begin to
   * fail; a first look at something is neither.
   *
   * @returns the function that ends the subscription
   */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void {
    return this.#notices.on(listener);
  }

  /** After the wall clock was set, an answer's time is told anew, so that its age on the screen stays true. */
  #onThisClock(key: string, entry: CacheEntry, age: number): CacheEntry {
    const asOf = this.#now() - age;
    if (Math.abs(asOf - entry.asOf) <= CLOCK_TOLERANCE_MS) return entry;
    const told = { ...entry, asOf: Math.round(asOf) };
    this.#store.set(key, told);
    return told;
  }

  /** @param background whether nobody waits for it */
  #refresh(
    policy: CachePolicy,
    key: string,
    fetch: () => Promise<unknown>,
    background: boolean,
  ): Flight {
    const underWay = this.#flights.get(key);
    if (underWay) return underWay;
    const asker = this.#refusals.askerOf(key);
    const claim = async () => {
      const asked = this.#elapsed();
      const claimed = await this.#tier.claim(policy, key, background);
      this.#adopt({ resource: policy.name, key }, claimed, asked);
      return claimed;
    };
    const looked = claim();
    const entry = looked
      .then((first) => this.#obtain(policy, key, fetch, first, claim))
      .catch((error: unknown) => {
        if (isOfAsker(error)) this.#refusals.note(asker, key, error, this.#elapsed());
        throw error;
      })
      .finally(() => this.#flights.delete(key));
    // A failure is remembered and shows in the state; perhaps nobody waits for it.
    entry.catch(() => undefined);
    const flight = { asker, looked, entry };
    this.#flights.set(key, flight);
    return flight;
  }

  /** Fetches when it is this instance's turn; else takes what another one fetches, if that comes in time. */
  async #obtain(
    policy: CachePolicy,
    key: string,
    fetch: () => Promise<unknown>,
    first: Claim,
    claimAgain: () => Promise<Claim>,
  ): Promise<CacheEntry> {
    const end = this.#elapsed() + this.#fetchMs;
    let claim = first;
    while (claim.turn === "another's") {
      const brought = this.#broughtOf(policy, key);
      if (brought) return brought;
      const left = end - this.#elapsed();
      if (left <= 0) return this.#fetch(policy, key, fetch, noLease);
      const told = await this.#waiters.wait(key, Math.min(left, POLL_MS));
      if (!told) claim = await claimAgain();
    }
    if (claim.turn === "ours") return this.#fetch(policy, key, fetch, claim.lease);
    if (claim.failure && claim.failure.coolMs > 0) throw claim.failure.error;
    return this.#store.get(key) ?? this.#fetch(policy, key, fetch, noLease);
  }

  /**
   * What another instance has brought meanwhile, if anything.
   *
   * @throws its failure, while that cools down
   */
  #broughtOf(policy: CachePolicy, key: string): CacheEntry | null {
    const elapsed = this.#elapsed();
    const failure = this.#failures.get(key);
    if (failure && elapsed < failure.until) throw failure.error;
    const entry = this.#store.get(key);
    return entry && elapsed - entry.arrived < policy.freshMs ? entry : null;
  }

  async #fetch(
    policy: CachePolicy,
    key: string,
    fetch: () => Promise<unknown>,
    lease: Lease,
  ): Promise<CacheEntry> {
    try {
      const value = await fetch();
      const hits = this.#store.get(key)?.hits ?? 0;
      const entry = { id: lease.id, value, asOf: this.#now(), arrived: this.#elapsed(), hits };
      const known = this.#knows(key);
      this.#store.set(key, entry);
      this.#failures.delete(key);
      lease.succeed({ value, asOf: entry.asOf, known });
      if (known) this.#notices.tell({ event: "refresh", resource: policy.name, key });
      return entry;
    } catch (error) {
      if (isOfAsker(error) && !fixedKeys.has(key)) {
        lease.release();
        throw error;
      }
      const failure = failureAfter(this.#failures.get(key), error, this.#elapsed());
      this.#noteFailure(policy.name, key, failure);
      // What was not sent, and a fault of our own, is this instance's own trouble.
      const shared = error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (!shared) lease.release();
      else lease.fail({ error, count: failure.count, coolMs: failure.until - this.#elapsed() });
      throw error;
    }
  }

  /** The first of several in a row is told of; a first look that fails is told to who looks. */
  #noteFailure(resource: DashboardResource, key: string, failure: Failure): void {
    const first = !this.#failures.has(key) && this.#store.get(key) !== undefined;
    this.#failures.set(key, failure);
    if (first) this.#notices.tell({ event: "failure", resource, key });
  }

  /** What the other instances know better takes its place here, and is told of where it is shown. */
  #adopt({ resource, key }: NamedAnswer, { entry, failure }: SharedState, asked: number): void {
    const own = this.#store.get(key);
    const arrived = entry ? asked - entry.ageMs : -Infinity;
    const known = this.#knows(key);
    if (failure) {
      const { error, count, coolMs } = failure;
      this.#noteFailure(resource, key, { error, count, until: this.#elapsed() + coolMs });
    }
    if (!entry || entry.id === own?.id || arrived <= (own?.arrived ?? -Infinity)) return;
    const { id, value, asOf } = entry;
    this.#store.set(key, { id, value, asOf, arrived, hits: own?.hits ?? 0 });
    if (!failure) this.#failures.delete(key);
    if (known) this.#notices.tell({ event: "refresh", resource, key });
  }

  #hear({ resource, key, newer, ...state }: SharedNews): void {
    const known = this.#knows(key);
    if (known || this.#flights.has(key)) this.#adopt({ resource, key }, state, this.#elapsed());
    // A dashboard may be open here whose page another instance has made.
    const event = newer ? "refresh" : state.failure?.count === 1 ? "failure" : null;
    if (!known && event !== null) this.#notices.tell({ event, resource, key });
    this.#waiters.wake(key);
  }

  #knows(key: string): boolean {
    return this.#failures.has(key) || this.#store.get(key) !== undefined;
  }
}

function cached<T>({ value, asOf }: CacheEntry, state: Cached<T>["state"]): Cached<T> {
  // A key always comes with the same fetch, so what it stored has that fetch's type.
  return { value: value as T, asOf, state };
}
