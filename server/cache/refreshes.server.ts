import { isOfAsker, UpstreamError } from "../upstream/upstream-error.server";
import type { AnswerStore, CacheEntry } from "./answer-store.server";
import type { Query } from "./query.server";
import { noLease, type Lease, type Look, type SharedTier } from "./shared-tier.server";

/** How often the shared tier is asked again: news can be missed, and a lease can run out without any. */
const POLL_MS = 250;

/** For how long a refresh that waits in one network's turns keeps others' from beginning where nobody waits for them. */
const YOUNG_MS = 1_000;

/** A refresh of a key for one network, which waits in that network's turns until its call is sent. */
export interface Flight {
  /** The network, as {@link AnswerStore.askerOf} tells. */
  asker: string;
  /** Monotonic milliseconds. */
  begun: number;
  /** Settles when what the other instances know has been taken over. */
  firstLook: Promise<unknown>;
  entry: Promise<CacheEntry>;
  /** Whether it has ended, or the key's answer has come from elsewhere: its call is not to be sent any more. */
  isOver: boolean;
}

/** The refreshes of one key: one for each network that waits for it, until the call of one of them is sent. */
class KeyFlights {
  /** By the network that waits. */
  readonly byAsker = new Map<string, Flight>();
  /** The flight whose call was sent. Its answer is the answer of all others. */
  sent: Flight | null = null;
  /** Settles as the call that was sent does, or with what another instance stores before that. */
  readonly outcome: Promise<CacheEntry>;
  succeed!: (entry: CacheEntry | Promise<CacheEntry>) => void;
  fail!: (error: unknown) => void;
  /** The wait for another instance's call, which all flights share; null when none waits. */
  elsewhere: Promise<Look | null> | null = null;
  /** Ends the wait for news of another instance. */
  wake: () => void = () => undefined;

  constructor(readonly freshMs: number) {
    this.outcome = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    // A rejection that nobody waits for is not unhandled.
    this.outcome.catch(() => undefined);
  }

  /** Waits for news of another instance. @returns whether some came within so many milliseconds */
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

/** Why a call was not sent although it had a slot: another was sent first, in this process or (`look`) elsewhere. */
class Overtaken extends Error {
  constructor(readonly look: Look | null) {
    super("Another call for the same answer was sent first");
  }
}

/**
 * The fetches under way. At most one call for a key is sent at a time, over all instances that share a tier. Until one is
 * sent, each network that wants the key waits for a slot in its own turns: nobody waits behind another network's calls,
 * or is refused for them.
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

  /** To be called after news of another instance: ends the waits for them, and for slots that are not needed any more. */
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

  /** The refresh that a reader has to wait for; begins it unless it is under way. @param background nobody waits for it */
  begin(query: Query, background: boolean): Flight {
    const { key } = query;
    const asker = this.answers.askerOf(key);
    const flights = this.#keys.get(key) ?? new KeyFlights(query.freshMs);
    const now = this.answers.elapsed();
    // One for each network that is shown an old answer would be thousands while the upstream stalls.
    const another = background
      ? [...flights.byAsker.values()].find(({ begun }) => now - begun < YOUNG_MS)
      : undefined;
    const underWay = flights.sent ?? flights.byAsker.get(asker) ?? another;
    if (underWay) return underWay;
    this.#keys.set(key, flights);
    const firstLook = this.#look(query, background);
    const end = () => {
      flight.isOver = true;
      flights.byAsker.delete(asker);
      const isLast = flights.sent === flight || flights.byAsker.size === 0;
      if (isLast && this.#keys.get(key) === flights) this.#keys.delete(key);
    };
    const entry = firstLook
      .then((look) => this.#obtain(query, flights, flight, look))
      .catch((error: unknown) => {
        if (isOfAsker(error)) this.answers.noteRefusal(asker, key, error);
        throw error;
      })
      .finally(end);
    // A failure is remembered and shows in the state, so a background refresh may reject unheard.
    entry.catch(() => undefined);
    const flight: Flight = { asker, begun: now, firstLook, entry, isOver: false };
    flights.byAsker.set(asker, flight);
    return flight;
  }

  async #look(query: Query, patient: boolean): Promise<Look> {
    const asked = this.answers.elapsed();
    const look = await this.tier.look(query, patient);
    this.answers.adopt(query, look, asked);
    return look;
  }

  /**
   * The answer that another instance has stored meanwhile, if any.
   *
   * @throws its failure, while that cools down
   */
  #fromElsewhere(key: string, freshMs: number): CacheEntry | null {
    const { entry, failure } = this.answers.get(key) ?? {};
    const elapsed = this.answers.elapsed();
    if (failure && elapsed < failure.until) throw failure.error;
    return entry && elapsed - entry.arrived < freshMs ? entry : null;
  }

  /** Fetches, or takes what another call brings that was sent first, here or elsewhere. */
  async #obtain(
    query: Query,
    flights: KeyFlights,
    flight: Flight,
    first: Look,
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
        const left = end - this.answers.elapsed();
        if (left > 0) {
          flights.elsewhere ??= this.#hearFromElsewhere(query, flights, left);
          look = (await flights.elsewhere) ?? look;
          continue;
        }
      }
      try {
        return await this.#fetchOrJoin(query, flights, flight, look.claim === "free");
      } catch (error) {
        if (!(error instanceof Overtaken) || error.look === null) throw error;
        look = error.look;
      }
    }
  }

  /** Waits for another instance. @returns what is shared then; null when news came, which have been adopted */
  async #hearFromElsewhere(query: Query, flights: KeyFlights, left: number): Promise<Look | null> {
    try {
      const hasNews = await flights.news(Math.min(left, POLL_MS));
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
    const isAnothers = () => flights.sent !== null && flights.sent !== flight;
    const joined = flights.outcome.catch((error: unknown) => {
      // The network whose call was sent first was refused after all: that is not the answer of anybody else.
      if (isAnothers() && isOfAsker(error)) return this.begin(query, false).entry;
      throw error;
    });
    const own = this.#fetch(query, flights, flight, isShared).catch((error: unknown) => {
      if (isAnothers() && (error instanceof Overtaken || isOfAsker(error))) return joined;
      throw error;
    });
    // The one that loses the race may reject later, when nobody waits for it.
    for (const one of [own, joined]) one.catch(() => undefined);
    return Promise.race([own, joined]);
  }

  /** @param isShared whether no other instance is to fetch meanwhile */
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
      if (flight.isOver || (flights.sent ?? flight) !== flight) throw new Overtaken(null);
    };
    async function claim(): Promise<void> {
      refuseIfOvertaken();
      // A second try has the lease of the first.
      if (!isGranted) {
        const asked = answers.elapsed();
        const claimed = await tier.claim(query);
        answers.adopt(query, claimed, asked);
        if (claimed.claim !== "granted") throw new Overtaken(claimed);
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
      if (error instanceof Overtaken || flight.isOver) throw error;
      if (isOfAsker(error) && !answers.isDefault(query.key)) {
        lease.release();
        throw error;
      }
      const { count, until } = answers.noteError(query, error);
      // What was not sent, and a fault of our own, is this instance's own trouble.
      const isOfUpstream =
        error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (!isOfUpstream) lease.release();
      else lease.fail({ error, count, coolMs: until - answers.elapsed() });
      throw error;
    }
  }
}
