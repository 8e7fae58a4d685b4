import type { LRUCache } from "lru-cache";
import { createBoundedMap, textBytes, type BoundedMap } from "../process/memory-bounds.server";
import { concernsOneNetwork, UpstreamError } from "../upstream/upstream-error.server";

/** Maximum age in milliseconds of a served answer. It matters while no newer answer can be fetched. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** For how long a key whose fetch has failed is not fetched again, unless the upstream asks for another time. */
const REST_MS = 2_000;

/**
 * `fresh`: younger than its fresh time, or just fetched. `refreshing`: older, and served at once while a refresh runs
 * in the background. `stale`: older, and the last refresh failed; the answer stays stale until a refresh succeeds, or
 * until the answer is 24 h old and no longer served.
 */
export type CacheState = "fresh" | "refreshing" | "stale";

/** A value with the age and state of the cache entry it came from. Pages show both. */
export interface Cached<T> {
  value: T;
  /** Epoch milliseconds at which the upstream's answer arrived. */
  asOf: number;
  state: CacheState;
}

/** The age and state of one query's result in a view. */
export type CacheStatus = Pick<Cached<unknown>, "asOf" | "state">;

/** The states of a view's results, by name. */
export type CacheStatuses = Readonly<Record<string, CacheStatus>>;

/** How a read ended: served in some state, after waiting for a fetch (`miss`), or with an error (`failed`). */
export type ReadOutcome = CacheState | "miss" | "failed";

/** How the answers of one kind are kept. */
export interface Policy {
  /** The name of the kind, for metrics. */
  resource: string;
  /** Milliseconds during which an answer is served without a refresh. */
  freshMs: number;
}

export interface CacheOptions {
  /** Keys of the default views. Answers of all other keys, which visitors chose, never evict theirs. */
  defaultKeys?: ReadonlySet<string>;
  /** Called once per read, with the age in milliseconds of the served answer. */
  onRead?: (resource: string, outcome: ReadOutcome, age?: number) => void;
}

/** A large value that was weighed while it was made: writing it as text, to weigh it, would block the process. */
export interface Weighed {
  /** Estimated bytes. */
  bytes: number;
}

type Fetch = () => Promise<unknown>;

interface Answer {
  value: unknown;
  asOf: number;
  /** When the answer arrived, in milliseconds of the monotonic clock, because the wall clock can be set. */
  arrived: number;
}

/** The last fetch of a key, while it has failed. */
interface Failure {
  error: unknown;
  /** Monotonic milliseconds before which the key is not fetched again. */
  restsUntil: number;
}

interface Shelf {
  answers: LRUCache<string, Answer, Fetch>;
  failures: LRUCache<string, Failure>;
  fetching: Set<string>;
}

/**
 * Serves answers and keeps them fresh (RFC 5861, `stale-while-revalidate` and `stale-if-error`). One fetch per key runs
 * at a time: whoever asks meanwhile waits for it, or gets the old answer.
 */
export class StaleWhileRevalidateCache {
  readonly #defaults = createShelf("defaultAnswers");
  readonly #chosen = createShelf("chosenAnswers");
  readonly #defaultKeys: ReadonlySet<string>;
  readonly #onRead: NonNullable<CacheOptions["onRead"]>;

  constructor({ defaultKeys = new Set(), onRead = () => undefined }: CacheOptions = {}) {
    this.#defaultKeys = defaultKeys;
    this.#onRead = onRead;
  }

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
        this.#onRead(resource, held.state, Date.now() - held.asOf);
        return held;
      }
      const { answers } = this.#shelfOf(key);
      const options = { allowStale: false, forceRefresh: true, context: fetch };
      const answer = await answers.forceFetch(key, options);
      this.#onRead(resource, "miss", 0);
      return cached(answer, "fresh");
    } catch (error) {
      this.#onRead(resource, "failed");
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
    { freshMs }: Policy,
    fetch: () => Promise<T>,
  ): Cached<T> | { failure: unknown } | null {
    const { answers, failures } = this.#shelfOf(key);
    const answer = usable(answers.get(key));
    const failure = failures.get(key);
    const isResting = failure !== undefined && performance.now() < failure.restsUntil;
    if (!answer) return isResting ? { failure: failure.error } : null;
    if (performance.now() - answer.arrived < freshMs) return cached(answer, "fresh");
    // With an old answer this resolves at once; a failure shows in the state of later reads.
    if (!isResting) void answers.fetch(key, { forceRefresh: true, context: fetch });
    return cached(answer, failure ? "stale" : "refreshing");
  }

  /** Whether a read of the key causes no new fetch that the reader has to wait for. */
  isHeld(key: string): boolean {
    const { answers, failures, fetching } = this.#shelfOf(key);
    const { restsUntil = 0 } = failures.get(key) ?? {};
    return (
      fetching.has(key) || usable(answers.get(key)) !== undefined || performance.now() < restsUntil
    );
  }

  #shelfOf(key: string): Shelf {
    return this.#defaultKeys.has(key) ? this.#defaults : this.#chosen;
  }
}

function createShelf(name: BoundedMap): Shelf {
  const failures = createBoundedMap<Failure>("failedReads", { weigh: errorBytes });
  const fetching = new Set<string>();
  const answers = createBoundedMap<Answer, Fetch>(name, {
    weigh: ({ value }) => (isWeighed(value) ? value.bytes : textBytes(JSON.stringify(value))),
    allowStale: true,
    noDeleteOnFetchRejection: true,
    // Evicting a key does not abort its fetch, for which a reader may be waiting.
    ignoreFetchAbort: true,
    async fetchMethod(key, _old, { context: fetch }) {
      fetching.add(key);
      try {
        const value = await fetch();
        failures.delete(key);
        return { value, asOf: Date.now(), arrived: performance.now() };
      } catch (error) {
        // A refusal of one network says nothing about the key.
        if (!concernsOneNetwork(error)) {
          const { retryAfterMs = REST_MS } = error instanceof UpstreamError ? error : {};
          failures.set(key, { error, restsUntil: performance.now() + retryAfterMs });
        }
        throw error;
      } finally {
        fetching.delete(key);
      }
    },
  });
  return { answers, failures, fetching };
}

function usable(answer: Answer | undefined): Answer | undefined {
  return answer && performance.now() - answer.arrived < MAX_AGE_MS ? answer : undefined;
}

function cached<T>({ value, asOf }: Answer, state: CacheState): Cached<T> {
  // A key always has the same fetch, so the stored value has that fetch's type.
  return { value: value as T, asOf, state };
}

function isWeighed(value: unknown): value is Weighed {
  return (
    typeof value === "object" &&
    value !== null &&
    "bytes" in value &&
    typeof value.bytes === "number"
  );
}

/** Estimated bytes of an error: 2 KiB with its stack, plus its message, which may quote the upstream. */
function errorBytes({ error }: Failure): number {
  return 2048 + (error instanceof Error ? textBytes(error.message) : 0);
}
