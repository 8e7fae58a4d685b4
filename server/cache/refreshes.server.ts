import type { BeforeSend } from "../upstream/http-client.server";
import { isOfAsker, UpstreamError } from "../upstream/upstream-error.server";
import { fixedKeys } from "../dashboard/cache-keys.server";
import type { CachePolicy } from "../dashboard/freshness-policies.server";
import type { KnownAnswers } from "./known-answers.server";
import type { CacheEntry } from "./lru-store.server";
import { createNoticeWaiters } from "./notice-waiters.server";
import type { Refusals } from "./refusals.server";
import { noLease, type Lease, type Look, type SharedTier } from "./shared-tier.server";

/** News can be missed, and a lease can run out in silence: so often is asked again. */
const POLL_MS = 250;

/**
 * Asks the upstream for one answer.
 *
 * @param beforeSend to be called when the call has got its place and is about to be sent; when that rejects, nothing is
 *   sent and the fetch rejects with the same
 */
export type Fetch<T> = (beforeSend: BeforeSend) => Promise<T>;

/** What is to be refreshed. */
export interface Wanted {
  policy: CachePolicy;
  key: string;
  fetch: Fetch<unknown>;
  /** Whether nobody waits for it. */
  background: boolean;
}

/** A refresh of a key for one network, which waits in that network's turns until its call is sent. */
export interface Flight {
  /** The network, as {@link Refusals.askerOf} tells. */
  asker: string;
  /** What the other instances know has been looked at. */
  looked: Promise<unknown>;
  entry: Promise<CacheEntry>;
  /** Whether it has ended, or the key's answer has come from elsewhere: its call is not to be sent any more. */
  isOver: boolean;
}

/** The refreshes of one key: one for each network that wants it, until the call of one of them is sent. */
interface KeyFlights {
  freshMs: number;
  byAsker: Map<string, Flight>;
  /** Whose turn came first and whose call no other instance's has overtaken; everybody else takes what it brings. */
  sent: Flight | null;
  /** Settles when no turn that has come is looking whether its call may be sent: one at a time does. */
  claimed: Promise<void>;
  /** Settles as that one does, or with what another instance brings before. */
  brought: Promise<CacheEntry>;
  bring: (entry: CacheEntry | Promise<CacheEntry>) => void;
  fail: (error: unknown) => void;
  /** What another instance's call has come to, for all who wait for it. */
  elsewhere: Promise<Look | null> | null;
}

/** Why a call is not sent whose turn has come: another one is, in this process or (`look`) elsewhere. */
class Overtaken extends Error {
  constructor(readonly look: Look | null) {
    super("Another call for the same answer was sent first");
  }
}

export interface RefreshesParts {
  answers: KnownAnswers;
  tier: SharedTier;
  refusals: Refusals;
  /** Longest wait in milliseconds for a fetch of another instance. */
  fetchMs: number;
  /** Monotonic milliseconds. */
  elapsed: () => number;
}

/**
 * The fetches under way. At most one call for a key is sent at a time, over all instances that share a tier. Until one is,
 * each network that wants the key waits for a place in its own turns, so that nobody waits behind another network's
 * calls, or gets a refusal that another network has earned.
 */
export class Refreshes {
  readonly #parts: RefreshesParts;
  readonly #keys = new Map<string, KeyFlights>();
  readonly #waiters = createNoticeWaiters();

  constructor(parts: RefreshesParts) {
    this.#parts = parts;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Ends the waits for a key of which another instance has brought news, those for a place as well. */
  wake(key: string): void {
    this.#waiters.wake(key);
    const flights = this.#keys.get(key);
    if (!flights || flights.sent !== null) return;
    try {
      const entry = this.#parts.answers.broughtOf(key, flights.freshMs);
      if (entry) flights.bring(entry);
    } catch (failure) {
      flights.fail(failure);
    }
  }

  /** The refresh that whoever asks now is to wait for; begins it unless it is under way. */
  begin(wanted: Wanted): Flight {
    const { key } = wanted;
    const { refusals, elapsed } = this.#parts;
    const asker = refusals.askerOf(key);
    const flights = this.#keys.get(key) ?? newFlights(wanted.policy);
    const underWay = flights.sent ?? flights.byAsker.get(asker);
    if (underWay) return underWay;
    this.#keys.set(key, flights);
    const looked = this.#look(wanted);
    const end = () => {
      flight.isOver = true;
      flights.byAsker.delete(asker);
      const isLast = flights.sent === flight || flights.byAsker.size === 0;
      if (isLast && this.#keys.get(key) === flights) this.#keys.delete(key);
    };
    const entry = looked
      .then((look) => this.#obtain(wanted, flights, flight, look))
      .catch((error: unknown) => {
        if (isOfAsker(error)) refusals.note(asker, key, error, elapsed());
        throw error;
      })
      .finally(end);
    // A failure is remembered and shows in the state; perhaps nobody waits for it.
    entry.catch(() => undefined);
    const flight: Flight = { asker, looked, entry, isOver: false };
    flights.byAsker.set(asker, flight);
    return flight;
  }

  async #look({ policy, key, background }: Wanted): Promise<Look> {
    const { answers, tier, elapsed } = this.#parts;
    const asked = elapsed();
    const look = await tier.look(policy, key, background);
    answers.adopt({ resource: policy.name, key }, look, asked);
    return look;
  }

  /** Fetches, unless another call for the key is sent first, here or elsewhere: then takes what that brings. */
  async #obtain(
    wanted: Wanted,
    flights: KeyFlights,
    flight: Flight,
    first: Look,
  ): Promise<CacheEntry> {
    const { policy, key } = wanted;
    const { answers, elapsed, fetchMs } = this.#parts;
    const end = elapsed() + fetchMs;
    for (let look = first; ;) {
      if (look.turn === "nobody's") {
        if (look.failure && look.failure.coolMs > 0) throw look.failure.error;
        const entry = answers.store.get(key);
        if (entry) return entry;
      }
      if (look.turn === "another's") {
        const brought = answers.broughtOf(key, policy.freshMs);
        if (brought) return brought;
      }
      if (look.turn === "another's" && elapsed() < end) {
        flights.elsewhere ??= this.#hearFromElsewhere(wanted, end).finally(
          () => (flights.elsewhere = null),
        );
        look = (await flights.elsewhere) ?? look;
        continue;
      }
      try {
        return await this.#fetchOrJoin(wanted, flights, flight, look.turn === "free");
      } catch (error) {
        if (!(error instanceof Overtaken) || error.look === null) throw error;
        look = error.look;
      }
    }
  }

  #fetchOrJoin(
    wanted: Wanted,
    flights: KeyFlights,
    flight: Flight,
    isShared: boolean,
  ): Promise<CacheEntry> {
    const isAnothers = () => flights.sent !== null && flights.sent !== flight;
    const joined = flights.brought.catch((error: unknown) => {
      // The network whose call was sent first was refused after all: that is not the answer of anybody else.
      if (isAnothers() && isOfAsker(error)) return this.begin(wanted).entry;
      throw error;
    });
    const own = this.#fetch(wanted, flights, flight, isShared).catch((error: unknown) => {
      if (isAnothers() && (error instanceof Overtaken || isOfAsker(error))) return joined;
      throw error;
    });
    // One of them may end when the other has ended long ago.
    for (const one of [own, joined]) one.catch(() => undefined);
    return Promise.race([own, joined]);
  }

  /** @returns what is known then; null when there were news, which have been taken over */
  async #hearFromElsewhere(wanted: Wanted, end: number): Promise<Look | null> {
    const left = end - this.#parts.elapsed();
    const told = await this.#waiters.wait(wanted.key, Math.min(left, POLL_MS));
    return told ? null : this.#look(wanted);
  }

  /** @param isShared whether no other instance is to fetch meanwhile */
  async #fetch(
    { policy, key, fetch }: Wanted,
    flights: KeyFlights,
    flight: Flight,
    isShared: boolean,
  ): Promise<CacheEntry> {
    const { answers, tier, elapsed } = this.#parts;
    const name = { resource: policy.name, key };
    let lease: Lease = noLease;
    let isGranted = !isShared;
    const isOvertaken = () => flight.isOver || (flights.sent ?? flight) !== flight;
    async function claim(): Promise<void> {
      if (isOvertaken()) throw new Overtaken(null);
      // A second try has the lease of the first.
      if (!isGranted) {
        const asked = elapsed();
        const claimed = await tier.claim(policy, key);
        answers.adopt(name, claimed, asked);
        if (claimed.turn !== "ours") throw new Overtaken(claimed);
        isGranted = true;
        lease = claimed.lease;
        if (isOvertaken()) {
          lease.release();
          throw new Overtaken(null);
        }
      }
      flights.sent = flight;
      flights.bring(flight.entry);
    }
    const beforeSend = () => {
      const own = flights.claimed.then(claim);
      flights.claimed = own.catch(() => undefined);
      return own;
    };
    try {
      const value = await fetch(beforeSend);
      const { entry, known } = answers.noteAnswer(name, lease.id, value);
      lease.succeed({ value, asOf: entry.asOf, known });
      return entry;
    } catch (error) {
      if (error instanceof Overtaken || flight.isOver) throw error;
      if (isOfAsker(error) && !fixedKeys.has(key)) {
        lease.release();
        throw error;
      }
      const failure = answers.noteError(name, error);
      // What was not sent, and a fault of our own, is this instance's own trouble.
      const isOfUpstream =
        error instanceof UpstreamError && error.sent && error.kind !== "internal";
      if (!isOfUpstream) lease.release();
      else lease.fail({ error, count: failure.count, coolMs: failure.until - elapsed() });
      throw error;
    }
  }
}

function newFlights({ freshMs }: CachePolicy): KeyFlights {
  let [bring, fail]: [KeyFlights["bring"], KeyFlights["fail"]] = [() => undefined, () => undefined];
  const brought = new Promise<CacheEntry>((resolve, reject) => ([bring, fail] = [resolve, reject]));
  // Perhaps nobody waits for it.
  brought.catch(() => undefined);
  const claimed = Promise.resolve();
  return {
    freshMs,
    byAsker: new Map(),
    sent: null,
    claimed,
    brought,
    bring,
    fail,
    elsewhere: null,
  };
}
