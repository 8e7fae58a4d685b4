import { concernsOneNetwork, UpstreamError } from "../upstream/upstream-error.server";
import type { AnswerStore, CacheEntry } from "./answer-store.server";
import type { Query } from "./query.server";
import { noLease, type Lease, type SharedLookup, type SharedTier } from "./shared-tier.server";

/** Interval of polling the shared tier: news can be missed, and a lease can expire without news. */
const POLL_MS = 250;

/** While a waiting refresh is younger than this, background refreshes of other networks join it. */
const YOUNG_MS = 1_000;

/** A refresh of a key for one client network. It waits in that network's queue until its call is sent. */
export interface Flight {
  /** The client network, from {@link AnswerStore.networkOf}. */
  network: string;
  /** Start of the refresh in monotonic milliseconds. */
  begun: number;
  /** Settles when the shared state of the key has been taken over. */
  firstLook: Promise<unknown>;
  entry: Promise<CacheEntry>;
  /** Whether the refresh has ended. Its call must not be sent any more. */
  isOver: boolean;
}

/** The refreshes of one key: one per waiting network, until the call of one of them is sent. */
class KeyFlights {
  /** The flight of each waiting network. */
  readonly byNetwork = new Map<string, Flight>();
  /** The flight whose call was sent. All other flights get its answer. */
  sent: Flight | null = null;
  /** Settles like the call that was sent, or earlier with another instance's stored result. */
  readonly outcome: Promise<CacheEntry>;
  succeed!: (entry: CacheEntry | Promise<CacheEntry>) => void;
  fail!: (error: unknown) => void;
  /** The shared wait of all flights for another instance's call; null when no flight waits. */
  elsewhere: Promise<SharedLookup | null> | null = null;
  /** Ends the wait for news of another instance. */
  wake: () => void = () => undefined;

  constructor(readonly freshMs: number) {
    this.outcome = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    // Without this, a rejection that no flight awaits would be reported as unhandled.
    this.outcome.catch(() => undefined);
  }

  /** Waits for news from another instance. @returns whether news arrived within the given milliseconds */
  news(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false);
      this.wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** A call was not sent although it had a slot: another was sent first, here or (`look`) by another instance. */
class OvertakenError extends Error {
  constructor(readonly look: SharedLookup | null) {
    super("Another call for the same answer was sent first");
  }
}

/**
 * The running fetches. At most one call per key is sent at a time, over all instances that share a tier. Until a call
 * is sent, each network that wants the key waits for a slot in its own queue: no network waits behind another network's
 * calls, or is refused because of them.
 */
export class Refreshes {
  readonly #keys = new Map<string, KeyFlights>();

  /** @param fetchMs longest wait in milliseconds for a fetch of another instance */
  constructor(
    readonly answers: AnswerStore,
    readonly tier: SharedTier,
    readonly fetchMs: number,
  ) {}

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** To be called after news from another instance. Ends waits for news, and for slots that are no longer needed. */
  wake(key: string): void {
    const flights = this.#keys.get(key);
    if (!flights) return;
    flights.wake();
    if (flights.sent !== null) return;
    try {
      const entry = this.#fromElsewhere(key, flights.freshMs);
      if (entry) flights.succeed(entry);
    } catch (failure) {
      flights.fail(failure);
    }
  }

  /** Starts the refresh of a key, or joins a running one. @param background whether no reader waits for the result */
  begin(query: Query, background: boolean): Flight {
    const { key } = query;
    const network = this.answers.networkOf(key);
    const flights = this.#keys.get(key) ?? new KeyFlights(query.freshMs);
    const now = this.answers.elapsed();
    // One background refresh per network would mean thousands of refreshes while the upstream stalls.
    const joinable = background
      ? [...flights.byNetwork.values()].find(({ begun }) => now - begun < YOUNG_MS)
      : undefined;
    const underWay = flights.sent ?? flights.byNetwork.get(network) ?? joinable;
    if (underWay) return underWay;
    this.#keys.set(key, flights);
    const firstLook = this.#look(query, background);
    const end = () => {
      flight.isOver = true;
      flights.byNetwork.delete(network);
      const isLast = flights.sent === flight || flights.byNetwork.size === 0;
      if (isLast && this.#keys.get(key) === flights) this.#keys.delete(key);
    };
    const entry = firstLook
      .then((look) => this.#obtain(query, flights, flight, look))
      .catch((error: unknown) => {
        if (concernsOneNetwork(error)) this.answers.noteRefusal(network, key, error);
        throw error;
      })
      .finally(end);
    // Failures are stored and show in the entry's state, so nobody has to await a background refresh.
    entry.catch(() => undefined);
    const flight: Flight = { network, begun: now, firstLook, entry, isOver: false };
    flights.byNetwork.set(network, flight);
    return flight;
  }

  async #look(query: Query, patient: boolean): Promise<SharedLookup> {
    const askedAt = this.answers.elapsed();
    const look = await this.tier.look(query, patient);
    this.answers.adopt(query, look, askedAt);
    return look;
  }

  /**
   * The fresh answer that another instance has stored meanwhile; null when there is none.
   *
   * @throws the stored failure, while it cools down
   */
  #fromElsewhere(key: string, freshMs: number): CacheEntry | null {
    const { entry, failure } = this.answers.get(key) ?? {};
    const elapsed = this.answers.elapsed();
    if (failure && elapsed < failure.until) throw failure.error;
    return entry && elapsed - entry.arrived < freshMs ? entry : null;
  }

  /** Fetches, or takes the result of another call that was sent first, here or by another instance. */
  async #obtain(
    query: Query,
    flights: KeyFlights,
    flight: Flight,
    first: SharedLookup,
  ): Promise<CacheEntry> {
    const { key, freshMs } = query;
    const end = this.answers.elapsed() + this.fetchMs;
    for (let look = first; ;) {
      if (look.claim === "not-needed") {
        if (look.failure && look.failure.coolMs > 0) throw look.failure.error;
        const entry = this.answers.get(key)?.entry;
        if (entry) return entry;
      }
      if (look.claim === "held-elsewhere") {
        const entry = this.#fromElsewhere(key, freshMs);
        if (entry) return entry;
        const leftMs = end - this.answers.elapsed();
        if (leftMs > 0) {
          flights.elsewhere ??= this.#pollElsewhere(query, flights, leftMs);
          look = (await flights.elsewhere) ?? look;
          continue;
        }
      }
      try {
        return await this.#fetchOrJoin(query, flights, flight, look.claim === "free");
      } catch (error) {
        if (!(error instanceof OvertakenError) || error.look === null) throw error;
        look = error.look;
      }
    }
  }

  /** Waits for another instance. @returns the shared state then; null when news arrived, which is already adopted */
  async #pollElsewhere(
    query: Query,
    flights: KeyFlights,
    leftMs: number,
  ): Promise<SharedLookup | null> {
    try {
      const hasNews = await flights.news(Math.min(leftMs, POLL_MS));
      return hasNews ? null : await this.#look(query, false);
    } finally {
      flights.elsewhere = null;
    }
  }

  #fetchOrJoin(
    query: Query,
    flights: KeyFlights,
    flight: Flight,
    isShared: boolean,
  ): Promise<CacheEntry> {
    const overtaken = () => flights.sent !== null && flights.sent !== flight;
    const joined = flights.outcome.catch((error: unknown) => {
      // The network whose call was sent first was refused after all. The refusal does not apply to others.
      if (overtaken() && concernsOneNetwork(error)) return this.begin(query, false).entry;
      throw error;
    });
    const own = this.#fetch(query, flights, flight, isShared).catch((error: unknown) => {
      if (overtaken() && (error instanceof OvertakenError || concernsOneNetwork(error)))
        return joined;
      throw error;
    });
    // The loser of the race may reject later; this handler keeps that from being unhandled.
    for (const promise of [own, joined]) promise.catch(() => undefined);
    return Promise.race([own, joined]);
  }

  /** @param isShared whether to take the lease, so that no other instance fetches meanwhile */
  async #fetch(
    query: Query,
    flights: KeyFlights,
    flight: Flight,
    isShared: boolean,
  ): Promise<CacheEntry> {
    const { answers, tier } = this;
    let lease: Lease = noLease;
    let isGranted = !isShared;
    const refuseIfOvertaken = () => {
      if (flight.isOver || (flights.sent ?? flight) !== flight) throw new OvertakenError(null);
    };
    async function claim(): Promise<void> {
      refuseIfOvertaken();
      // A retry of the call keeps the lease of the first attempt.
      if (!isGranted) {
        const askedAt = answers.elapsed();
        const claimed = await tier.claim(query);
        answers.adopt(query, claimed, askedAt);
        if (claimed.claim !== "granted") throw new OvertakenError(claimed);
        isGranted = true;
        lease = claimed.lease;
        try {
          refuseIfOvertaken();
        } catch (error) {
          lease.release();
          throw error;
        }
      }
      flights.sent = flight;
      flights.succeed(flight.entry);
    }
    try {
      const value = await query.fetch(claim);
      const { entry, known } = answers.noteAnswer(query, lease.id, value);
      lease.succeed({ value, asOf: entry.asOf, known });
      return entry;
    } catch (error) {
      if (error instanceof OvertakenError || flight.isOver) throw error;
      if (concernsOneNetwork(error) && !answers.isDefault(query.key)) {
        lease.release();
        throw error;
      }
      const { count, until } = answers.noteError(query, error);
      // Unsent calls and internal faults concern this instance alone, so they are not shared.
      const isOfUpstream =
        error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (!isOfUpstream) lease.release();
      else lease.fail({ error, count, coolMs: until - answers.elapsed() });
      throw error;
    }
  }
}
