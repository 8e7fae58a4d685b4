import { MAX_AGE_MS } from "server/cache/answer-store.server";
import type { AnswerName, Query } from "server/cache/query.server";
import type {
  Claim,
  Lease,
  SharedLookup,
  SharedEntry,
  SharedFailure,
  SharedUpdate,
  SharedState,
  SharedTier,
} from "server/cache/shared-tier.server";

interface Row {
  entry?: Omit<SharedEntry, "ageMs"> & { at: number };
  failure?: SharedFailure & { until: number };
}

const LEASE_MARGIN_MS = 1_000;

/** What instances share, in one process's memory: does what the scripts in Redis do, on a clock of the tests. */
export class SharedMemory {
  readonly #rows = new Map<string, Row>();
  readonly #leases = new Map<string, { id: string; until: number }>();
  readonly #listeners = new Map<symbol, (news: SharedUpdate) => void>();
  readonly #cut = new Set<symbol>();
  #leased = 0;

  constructor(readonly now: () => number) {}

  flush(): void {
    this.#rows.clear();
    this.#leases.clear();
  }

  /** An instance's way to it, which can be cut and mended, and which a crash ends for good. */
  connection(fetchMs: number) {
    const me = Symbol("instance");
    const isAway = () => this.#cut.has(me);
    const leaseFor = ({ resource, key }: AnswerName): Lease => {
      const id = `lease ${(this.#leased += 1)}`;
      const end = (change: (row: Row) => void, isNews: (before: Row | undefined) => boolean) => {
        if (isAway() || this.#leases.get(key)?.id !== id) return;
        const before = this.#rows.get(key);
        const row = { ...before };
        change(row);
        this.#rows.set(key, row);
        this.#leases.delete(key);
        const news = { resource, key, newer: isNews(before), ...this.#stateOf(key) };
        for (const [to, listener] of this.#listeners) {
          if (to !== me && !this.#cut.has(to)) listener(news);
        }
      };
      return {
        id,
        succeed: ({ value, asOf, known }) =>
          end(
            (row) => {
              row.entry = { id, value, asOf, at: this.now() };
              delete row.failure;
            },
            (before) => known || before !== undefined,
          ),
        fail: (failure) =>
          end(
            (row) => (row.failure = { ...failure, until: this.now() + failure.coolMs }),
            () => false,
          ),
        renew: () => {
          const held = this.#leases.get(key);
          if (!isAway() && held?.id === id) held.until = this.now() + fetchMs + LEASE_MARGIN_MS;
        },
        release: () => {
          if (!isAway() && this.#leases.get(key)?.id === id) this.#leases.delete(key);
        },
      };
    };
    const look = ({ freshMs, key }: Query): SharedLookup => {
      if (isAway()) return { entry: null, failure: null, claim: "away" };
      const state = this.#stateOf(key);
      const fresh = state.entry !== null && state.entry.ageMs < freshMs;
      if (fresh || (state.failure && state.failure.coolMs > 0)) {
        return { ...state, claim: "not-needed" };
      }
      const taken = this.#leases.get(key);
      const isTaken = taken && this.now() < taken.until;
      return { ...state, claim: isTaken ? "held-elsewhere" : "free" };
    };
    const tier: SharedTier = {
      look: async (query) => {
        await Promise.resolve();
        return look(query);
      },
      claim: async (query): Promise<Claim> => {
        await Promise.resolve();
        const { claim, ...state } = look(query);
        if (claim === "held-elsewhere" || claim === "not-needed") return { ...state, claim };
        const lease = leaseFor(query);
        const until = this.now() + fetchMs + LEASE_MARGIN_MS;
        if (!isAway()) this.#leases.set(query.key, { id: lease.id, until });
        return { ...state, claim: "granted", lease };
      },
      onNews: (listener) => void this.#listeners.set(me, listener),
    };
    return {
      tier,
      cut: () => void this.#cut.add(me),
      mend: () => void this.#cut.delete(me),
      end: () => {
        this.#cut.add(me);
        this.#listeners.delete(me);
      },
    };
  }

  #stateOf(key: string): SharedState {
    const { entry, failure } = this.#rows.get(key) ?? {};
    const ageMs = entry ? this.now() - entry.at : 0;
    const cool = failure ? failure.until - this.now() : 0;
    return {
      entry: entry && ageMs >= 0 && ageMs < MAX_AGE_MS ? { ...entry, ageMs } : null,
      failure: failure
        ? { ...failure, coolMs: cool < 0 || cool > failure.coolMs ? 0 : cool }
        : null,
    };
  }
}
