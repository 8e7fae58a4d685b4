import { createFailures, failureAfter, type Failure, type Failures } from "./failures.server";
import type { CacheEntry, LruStore } from "./lru-store.server";
import type { NamedAnswer, RefreshNotices } from "./refresh-notices.server";
import type { SharedState } from "./shared-tier.server";

/** A wall clock that has moved by more than this against the other one has been set. */
const CLOCK_TOLERANCE_MS = 1_000;

export interface Clocks {
  /** Epoch milliseconds; only ever shown, because that clock can jump. */
  now: () => number;
  /** Monotonic milliseconds; ages and cool-downs are measured with them. */
  elapsed: () => number;
}

/** What this process knows of each key: its newest answer, and why nothing newer came. Whoever listens is told of changes. */
export class KnownAnswers {
  readonly store: LruStore;
  readonly failures: Failures;
  readonly notices: RefreshNotices;
  readonly #clocks: Clocks;

  constructor(store: LruStore, notices: RefreshNotices, clocks: Clocks) {
    this.store = store;
    this.notices = notices;
    this.#clocks = clocks;
    this.failures = createFailures(clocks.now);
  }

  has(key: string): boolean {
    return this.failures.has(key) || this.store.get(key) !== undefined;
  }

  /** After the wall clock was set, an answer's time is told anew, so that its age on the screen stays true. */
  onThisClock(key: string, entry: CacheEntry): CacheEntry {
    const asOf = this.#clocks.now() - (this.#clocks.elapsed() - entry.arrived);
    if (Math.abs(asOf - entry.asOf) <= CLOCK_TOLERANCE_MS) return entry;
    const told = { ...entry, asOf: Math.round(asOf) };
    this.store.set(key, told);
    return told;
  }

  /**
   * What another instance has brought meanwhile, if anything.
   *
   * @param freshMs how old an answer may be
   * @throws its failure, while that cools down
   */
  broughtOf(key: string, freshMs: number): CacheEntry | null {
    const elapsed = this.#clocks.elapsed();
    const failure = this.failures.get(key);
    if (failure && elapsed < failure.until) throw failure.error;
    const entry = this.store.get(key);
    return entry && elapsed - entry.arrived < freshMs ? entry : null;
  }

  /**
   * Stores an answer that has just come.
   *
   * @returns `known`: whether something was known before, so that whoever listens was told
   */
  noteAnswer(
    { resource, key }: NamedAnswer,
    id: string,
    value: unknown,
  ): { entry: CacheEntry; known: boolean } {
    const hits = this.store.get(key)?.hits ?? 0;
    const { now, elapsed } = this.#clocks;
    const entry = { id, value, asOf: now(), arrived: elapsed(), hits };
    const known = this.has(key);
    this.store.set(key, entry);
    this.failures.delete(key);
    if (known) this.notices.tell({ event: "refresh", resource, key });
    return { entry, known };
  }

  /** Notes that a fetch has just failed. */
  noteError(name: NamedAnswer, error: unknown): Failure {
    const failure = failureAfter(this.failures.get(name.key), error, this.#clocks.elapsed());
    this.#noteFailure(name, failure);
    return failure;
  }

  /** What the other instances know better takes its place here, and is told of where it is shown. */
  adopt({ resource, key }: NamedAnswer, { entry, failure }: SharedState, asked: number): void {
    const own = this.store.get(key);
    const arrived = entry ? asked - entry.ageMs : -Infinity;
    const known = this.has(key);
    if (failure) {
      const { error, count, coolMs } = failure;
      this.#noteFailure(
        { resource, key },
        { error, count, until: this.#clocks.elapsed() + coolMs },
      );
    }
    if (!entry || entry.id === own?.id || arrived <= (own?.arrived ?? -Infinity)) return;
    const { id, value, asOf } = entry;
    this.store.set(key, { id, value, asOf, arrived, hits: own?.hits ?? 0 });
    if (!failure) this.failures.delete(key);
    if (known) this.notices.tell({ event: "refresh", resource, key });
  }

  /** The first of several in a row is told of; a first look that fails is told to who looks. */
  #noteFailure({ resource, key }: NamedAnswer, failure: Failure): void {
    const first = !this.failures.has(key) && this.store.get(key) !== undefined;
    this.failures.set(key, failure);
    if (first) this.notices.tell({ event: "failure", resource, key });
  }
}
