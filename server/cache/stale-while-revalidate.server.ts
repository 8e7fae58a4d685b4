import type { LRUCache } from "lru-cache";
import type { Counter } from "prom-client";
import { createBoundedMap, textBytes, type BoundedMap } from "../process/memory-bounds.server";
import { concernsOneNetwork, UpstreamError } from "../upstream/upstream-error.server";

/** Maximum age in milliseconds of a served answer. It matters while no newer answer can be fetched. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** For how long a key whose fetch has failed is not fetched again, unless the upstream asks for another time. */
const REST_MS = 2_000;

/** A value with the age and state of the cache entry it came from. Pages show both. */
export interface Cached<T> {
  value: T;
  /** Epoch milliseconds at which the upstream's answer arrived. */
  asOf: number;
  /**
   * `fresh`: younger than its fresh time, or just fetched. `refreshing`: older, and served at once while a refresh runs
   * in the background. `stale`: older, and the last refresh failed; the answer stays stale until a refresh succeeds, or
   * until the answer is 24 h old and no longer served.
   */
  state: "fresh" | "refreshing" | "stale";
}

/** The age and state of one query's result in a view. */
export type CacheStatus = Pick<Cached<unknown>, "asOf" | "state">;

/** The states of a view's results, by name. */
export type CacheStatuses = Readonly<Record<string, CacheStatus>>;

/** How a read ended: served in some state, after waiting for a fetch (`miss`), or with an error (`failed`). */
type ReadOutcome = CacheStatus["state"] | "miss" | "failed";

/** How the answers of one kind are kept. */
export interface Policy {
  /** The name of the kind, for metrics. */
  resource: string;
  /** Milliseconds during which an answer is served without a refresh. */
  freshMs: number;
  /** Whether a default view shows the answer. Answers that visitors chose never evict it. */
  isDefault?: boolean;
}

/** A large value that was weighed while it was made: writing it as text, to weigh it, would block the process. */
export interface Weighed {
  /** Estimated bytes. */
  bytes: number;
}

type Fetch = () => Promise<unknown>;

/** What is known of a key. Moments are in milliseconds of the monotonic clock, because the wall clock can be set. */
interface Entry {
  answer?: { value: unknown; asOf: number; arrived: number } | undefined;
  /** The last fetch, if it failed. The key is not fetched again before `restsUntil`. */
  failure?: { error: unknown; restsUntil: number } | undefined;
}

/**
 * Serves answers and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`). One fetch per key runs
 * at a time: whoever asks meanwhile waits for it, or gets the old answer.
 */
export class StaleWhileRevalidateCache {
  readonly #fetching = new Set<string>();
  readonly #defaults = this.#createEntries("defaultAnswers");
  readonly #chosen = this.#createEntries("chosenAnswers");

  /** @param reads counts reads by the kind of the answer and by {@link ReadOutcome} */
  constructor(private readonly reads?: Pick<Counter<"policy" | "outcome">, "inc">) {}

  /**
   * Reads through the cache. A key always has the same policy and the same fetch.
   *
   * @throws the error of the fetch, when there is no answer younger than 24 h to serve
   */
  async read<T>(key: string, policy: Policy, fetch: () => Promise<T>): Promise<Cached<T>> {
    const { resource } = policy;
    try {
      const held = this.readNow(key, policy, fetch);
      if (held && "failure" in held) throw held.failure;
      if (held) {
        this.count(resource, held.state);
        return held;
      }
      const options = { allowStale: false, forceRefresh: true, context: fetch };
      const { answer, failure } = await this.#entriesOf(policy).forceFetch(key, options);
      if (!answer || failure) throw failure?.error;
      this.count(resource, "miss");
      return served(answer, "fresh");
    } catch (error) {
      this.count(resource, "failed");
      throw error;
    }
  }

  /**
   * What {@link read} would serve without waiting. Starts the same background refresh, but is not counted as a read.
   *
   * @returns `failure`: there is nothing to serve, and this is the error of the last fetch; null when {@link read}
   *   would wait for a fetch, which is not started here
   */
  readNow<T>(
    key: string,
    policy: Policy,
    fetch: () => Promise<T>,
  ): Cached<T> | { failure: unknown } | null {
    const { answer, failure } = this.#look(key, policy);
    if (!answer) return failure && rests(failure) ? { failure: failure.error } : null;
    if (performance.now() - answer.arrived < policy.freshMs) return served(answer, "fresh");
    if (!rests(failure)) {
      // With an old answer this resolves at once; a failure shows in the state of later reads.
      void this.#entriesOf(policy).fetch(key, { forceRefresh: true, context: fetch });
    }
    return served(answer, failure ? "stale" : "refreshing");
  }

  /** Counts an answer that is shown without a call of {@link read}. */
  count(resource: string, outcome: ReadOutcome): void {
    this.reads?.inc({ policy: resource, outcome });
  }

  /** Whether a read of the key causes no new fetch that the reader has to wait for. */
  isHeld(key: string, policy: Policy): boolean {
    const { answer, failure } = this.#look(key, policy);
    return answer !== undefined || rests(failure) || this.#fetching.has(key);
  }

  /** The entry of a key, without an answer that is too old to be served. */
  #look(key: string, policy: Policy): Entry {
    const { answer, failure } = this.#entriesOf(policy).get(key) ?? {};
    const isServed = answer !== undefined && performance.now() - answer.arrived < MAX_AGE_MS;
    return { answer: isServed ? answer : undefined, failure };
  }

  #entriesOf({ isDefault }: Policy): LRUCache<string, Entry, Fetch> {
    return isDefault ? this.#defaults : this.#chosen;
  }

  #createEntries(name: BoundedMap): LRUCache<string, Entry, Fetch> {
    return createBoundedMap<Entry, Fetch>(name, {
      weigh: entryBytes,
      allowStale: true,
      noDeleteOnFetchRejection: true,
      // Evicting a key does not abort its fetch, for which a reader may be waiting.
      ignoreFetchAbort: true,
      fetchMethod: async (key, old, { context: fetch }) => {
        this.#fetching.add(key);
        try {
          const value = await fetch();
          return { answer: { value, asOf: Date.now(), arrived: performance.now() } };
        } catch (error) {
          // A refusal of one network says nothing about the key.
          if (concernsOneNetwork(error)) throw error;
          const { retryAfterMs = REST_MS } = error instanceof UpstreamError ? error : {};
          const failure = { error, restsUntil: performance.now() + retryAfterMs };
          return { answer: old?.answer, failure };
        } finally {
          this.#fetching.delete(key);
        }
      },
    });
  }
}

const rests = (failure: Entry["failure"]) =>
  failure !== undefined && performance.now() < failure.restsUntil;

function served<T>(
  { value, asOf }: NonNullable<Entry["answer"]>,
  state: Cached<T>["state"],
): Cached<T> {
  // A key always has the same fetch, so the stored value has that fetch's type.
  return { value: value as T, asOf, state };
}

/** Estimated bytes of an entry. An error takes 2 KiB with its stack, plus its message, which may quote the upstream. */
function entryBytes({ answer, failure }: Entry): number {
  // No answer of an upstream has a field of this name.
  const { bytes } = Object(answer?.value) as Partial<Weighed>;
  const ofError = failure?.error instanceof Error ? 2048 + textBytes(failure.error.message) : 0;
  // Objects take about twice the bytes of their JSON.
  return (bytes ?? 2 * textBytes(JSON.stringify(answer ?? null))) + ofError;
}
