import type { LRUCache } from "lru-cache";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, textBytes } from "../process/memory-bounds.server";
import { SHARED_NETWORK } from "../process/request-context.server";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.server";
import type { AnswerName, RefreshNotice } from "./query.server";
import type { SharedEntry, SharedState } from "./shared-tier.server";

/** Maximum age in milliseconds of a served answer. It matters while no newer answer can be fetched. */
export const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Cool-down of a key after a failed fetch. It doubles with each consecutive failure. */
const FIRST_COOL_DOWN_MS = 1_000;
const LONGEST_COOL_DOWN_MS = 15_000;

/** A larger drift between the wall clock and the monotonic clock means that the wall clock was set. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Maximum delay of a message between instances. Less than any fresh time; dead connections are closed by then. */
const MAX_MESSAGE_DELAY_MS = 10_000;

/** An upstream's answer and when it arrived. */
export interface CacheEntry {
  /** Id of an answer that instances share; empty for an answer that was fetched without a lease. */
  id: string;
  value: unknown;
  /** When the answer arrived, in epoch milliseconds; for display only. */
  asOf: number;
  /** When the answer arrived, in milliseconds of this process's monotonic clock; for all comparisons. */
  arrived: number;
  /** How often this key was served from this store. */
  hits: number;
}

export interface Failure {
  error: unknown;
  /** Consecutive failed fetches that reached the upstream. */
  count: number;
  /** End of the cool-down in monotonic milliseconds. The key is not fetched before. */
  until: number;
}

/** Kind and time of an error, without text that an upstream or a visitor wrote. */
export interface LastError {
  kind: UpstreamFailure | "internal";
  /** HTTP status of the upstream's answer; null when there was no answer. */
  status: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/** State of a key in this process: its newest answer, its current failure, and its last error, however long ago. */
export interface KeyState {
  entry?: CacheEntry;
  failure?: Failure;
  lastError?: LastError;
}

export interface StoreOptions {
  /** Keys of the answers of the default views. Visitors' choices never evict or refuse these answers. */
  defaultKeys?: ReadonlySet<string>;
  /** Returns the client network of the current request. Refusals are stored per network. */
  currentNetwork?: () => string;
  /** Wall clock in epoch milliseconds; for display only, because it can jump. */
  now?: () => number;
  /** Monotonic clock in milliseconds; measures ages and cool-downs. */
  elapsed?: () => number;
  logger?: Pick<Logger, "error">;
}

/** The state of each key in this process. Keys that visitors chose are evicted, the least recently used first. */
export class AnswerStore {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly #defaultKeys: ReadonlySet<string>;
  readonly #network: () => string;
  readonly #logger: StoreOptions["logger"];
  readonly #default = createBoundedMap<KeyState>("defaultAnswers", { weigh });
  readonly #chosen = createBoundedMap<KeyState>("chosenAnswers", { weigh });
  /** Chosen keys without an answer. They have a map of their own, so that failing requests evict no answers. */
  readonly #chosenFailures = createBoundedMap<KeyState>("chosenFailures", { weigh });
  readonly #refusals = createBoundedMap<{ error: UpstreamError; until: number }>("refusals", {
    weigh: ({ error }) => errorBytes(error),
  });
  readonly #listeners = new Set<(notice: RefreshNotice) => void>();

  constructor(options: StoreOptions = {}) {
    this.now = options.now ?? Date.now;
    this.elapsed = options.elapsed ?? (() => performance.now());
    this.#defaultKeys = options.defaultKeys ?? new Set();
    this.#network = options.currentNetwork ?? (() => SHARED_NETWORK);
    this.#logger = options.logger;
  }

  get(key: string): KeyState | undefined {
    if (this.isDefault(key)) return this.#default.get(key);
    return this.#chosen.get(key) ?? this.#chosenFailures.get(key);
  }

  /** Whether the key has a stored answer or a current failure. */
  has(key: string): boolean {
    const state = this.get(key);
    return state?.entry !== undefined || state?.failure !== undefined;
  }

  /** Every key with its state and its size in bytes. Iterating does not count as using a key. */
  *all(): Iterable<{ key: string; bytes: number } & KeyState> {
    for (const map of [this.#default, this.#chosen, this.#chosenFailures]) {
      for (const [key, state] of map.entries()) {
        yield { key, ...state, bytes: map.info(key)?.size ?? 0 };
      }
    }
  }

  /** Returns the entry with a corrected `asOf` if the wall clock was set, so that the displayed age stays right. */
  onThisClock(key: string, entry: CacheEntry): CacheEntry {
    const asOf = this.now() - (this.elapsed() - entry.arrived);
    if (Math.abs(asOf - entry.asOf) <= CLOCK_TOLERANCE_MS) return entry;
    const corrected = { ...entry, asOf: Math.round(asOf) };
    this.#change(key, { entry: corrected });
    return corrected;
  }

  /**
   * Stores an answer that has just arrived.
   *
   * @returns `known`: whether the key had an answer or a failure before; only then listeners are notified
   */
  noteAnswer(name: AnswerName, id: string, value: unknown): { entry: CacheEntry; known: boolean } {
    const known = this.has(name.key);
    const answer = { id, value, asOf: this.now(), arrived: this.elapsed() };
    const entry = this.#replace(name.key, answer, true);
    if (known) this.tell("refresh", name);
    return { entry, known };
  }

  /** Records that a fetch has just failed. */
  noteError(name: AnswerName, error: unknown): Failure {
    const failure = failureAfter(this.get(name.key)?.failure, error, this.elapsed());
    this.#noteFailure(name, failure);
    return failure;
  }

  /**
   * Takes over a newer answer or a failure from the tier that instances share.
   *
   * @param askedAt when the tier was asked, in monotonic milliseconds
   */
  adopt(name: AnswerName, { entry, failure }: SharedState, askedAt: number): void {
    const isStored = this.has(name.key);
    const own = this.get(name.key)?.entry;
    if (failure) {
      const { error, count, coolMs } = failure;
      this.#noteFailure(name, { error, count, until: this.elapsed() + coolMs });
    }
    if (!entry || entry.id === own?.id) return;
    const arrived = askedAt - entry.ageMs;
    if (own && (arrived <= own.arrived || this.#isLate(entry, own))) return;
    const { id, value, asOf } = entry;
    this.#replace(name.key, { id, value, asOf, arrived }, failure === null);
    if (isStored) this.tell("refresh", name);
  }

  /**
   * Whether a shared answer is older than this instance's own, although its message arrives later: while Redis does not
   * answer commands, each instance fetches for itself. Clocks of instances may differ, so the times are compared only
   * while the own answer is younger than the maximum delay of a message.
   */
  #isLate({ asOf }: SharedEntry, own: CacheEntry): boolean {
    return asOf <= own.asOf && this.elapsed() - own.arrived < MAX_MESSAGE_DELAY_MS;
  }

  /** The network whose queue a fetch of this key waits in: {@link SHARED_NETWORK} for the answers of the default views. */
  networkOf(key: string): string {
    return this.isDefault(key) ? SHARED_NETWORK : this.#network();
  }

  isDefault(key: string): boolean {
    return this.#defaultKeys.has(key);
  }

  /** Why the current network may not fetch a key yet: it got no free slot, or was over its limit. Others may fetch. */
  refusal(key: string): UpstreamError | undefined {
    if (this.#refusals.size === 0) return undefined;
    const refusal = this.#refusals.get(`${this.networkOf(key)} ${key}`);
    return refusal && this.elapsed() < refusal.until ? refusal.error : undefined;
  }

  noteRefusal(network: string, key: string, error: UpstreamError): void {
    const until = this.elapsed() + (error.retryAfterMs ?? FIRST_COOL_DOWN_MS);
    this.#refusals.set(`${network} ${key}`, { error, until });
  }

  /** @returns the function that ends the subscription */
  onNotice(listener: (notice: RefreshNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Notifies the listeners. One that throws is logged and does not stop the others. */
  tell(event: RefreshNotice["event"], { resource, key }: AnswerName): void {
    for (const listener of this.#listeners) {
      try {
        listener({ event, resource, key });
      } catch (error) {
        this.#logger?.error({ err: error, policy: resource }, "cache listener");
      }
    }
  }

  /** @param endsFailure whether the answer clears the stored failure */
  #replace(key: string, answer: Omit<CacheEntry, "hits">, endsFailure: boolean): CacheEntry {
    const entry = { ...answer, hits: this.get(key)?.entry?.hits ?? 0 };
    this.#change(key, endsFailure ? { entry, failure: undefined } : { entry });
    return entry;
  }

  /** Stores a failure. Listeners are notified of the first of consecutive failures, if the key has an answer. */
  #noteFailure(name: AnswerName, { error, ...rest }: Failure): void {
    const previous = this.get(name.key);
    const lastError = { ...errorKind(error), at: this.now() };
    this.#change(name.key, { failure: { ...rest, error: withoutCause(error) }, lastError });
    if (previous?.entry && !previous.failure) this.tell("failure", name);
  }

  #change(key: string, change: { [Name in keyof KeyState]?: KeyState[Name] | undefined }): void {
    const { entry, failure, lastError } = { ...this.get(key), ...change };
    const state = { ...(entry && { entry }), ...(failure && { failure }) };
    this.#mapOf(key, entry).set(key, { ...state, ...(lastError && { lastError }) });
    if (entry) this.#chosenFailures.delete(key);
  }

  #mapOf(key: string, entry: CacheEntry | undefined): LRUCache<string, KeyState> {
    if (this.isDefault(key)) return this.#default;
    return entry ? this.#chosen : this.#chosenFailures;
  }
}

/** The failure of a key after one more failed fetch. @param elapsed monotonic milliseconds at which the fetch failed */
export function failureAfter(
  previous: Failure | undefined,
  error: unknown,
  elapsed: number,
): Failure {
  const isUpstream = error instanceof UpstreamError;
  const sent = !isUpstream || error.sent;
  const count = (previous?.count ?? 0) + (sent ? 1 : 0);
  // When nothing was sent, the failure cost the upstream nothing, so the cool-down stays short.
  const ownCoolDown = sent
    ? Math.min(FIRST_COOL_DOWN_MS * 2 ** (count - 1), LONGEST_COOL_DOWN_MS)
    : FIRST_COOL_DOWN_MS;
  // The `Retry-After` of an upstream that was called too often takes precedence.
  const coolDown = (isUpstream ? error.retryAfterMs : undefined) ?? ownCoolDown;
  return { error, count, until: elapsed + coolDown };
}

/** The part of an error that is safe to publish: its kind and the upstream's status. */
export function errorKind(error: unknown): Omit<LastError, "at"> {
  if (!(error instanceof UpstreamError)) return { kind: "internal", status: null };
  return { kind: error.kind, status: error.status ?? null };
}

function weigh({ entry, failure }: KeyState): number {
  const answer = entry ? textBytes(JSON.stringify(entry)) : 0;
  return answer + (failure ? errorBytes(failure.error) : 0);
}

/** Estimated bytes of an error: 2 KiB with its stack, plus its message, which may quote the upstream. */
function errorBytes(error: unknown): number {
  return 2048 + (error instanceof Error ? textBytes(error.message) : 0);
}

/** Drops the cause of an error: it may be as large as the answer that could not be parsed. */
function withoutCause(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.cause === undefined) return error;
  const { kind, message, status, sent, retryAfterMs } = error;
  return new UpstreamError(kind, message, { status, sent, retryAfterMs });
}
