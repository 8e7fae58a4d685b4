import type { LRUCache } from "lru-cache";
import type { Logger } from "../process/logger.server";
import { createBoundedMap, textBytes } from "../process/memory-bounds.server";
import { EVERYBODY } from "../process/request-context.server";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.server";
import type { NamedAnswer, RefreshNotice } from "./query.server";
import type { SharedEntry, SharedState } from "./shared-tier.server";

/** Longest time in milliseconds that any answer is served when no newer one is to be had. */
export const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** After a failed fetch a key is left alone for this long, doubling with each failure in a row. */
const FIRST_COOL_DOWN_MS = 1_000;
const LONGEST_COOL_DOWN_MS = 15_000;

/** A wall clock that has moved by more than this against the monotonic one has been set. */
const CLOCK_TOLERANCE_MS = 1_000;

/** Longest way of a message between instances in milliseconds: less than any fresh time, and a dead connection is closed by then. */
const LATEST_NEWS_MS = 10_000;

/** An upstream's answer and when it arrived. */
export interface CacheEntry {
  /** Tells an answer that instances share from another. */
  id: string;
  value: unknown;
  /** Epoch milliseconds, for people to read. */
  asOf: number;
  /** The same moment in milliseconds of this process's monotonic clock, for every comparison. */
  arrived: number;
  /** How often this key was served from here. */
  hits: number;
}

export interface Failure {
  error: unknown;
  /** Fetches in a row that reached the upstream and failed. */
  count: number;
  /** Monotonic milliseconds until which nothing is fetched. */
  until: number;
}

/** What went wrong and when, without words that may be the upstream's or a visitor's. */
export interface LastError {
  kind: UpstreamFailure | "internal";
  /** The upstream's, when it answered. */
  status: number | null;
  /** Epoch milliseconds. */
  at: number;
}

/** What this process knows of a key: its newest answer, why no newer one came, and what failed last, also long ago. */
export interface Known {
  entry?: CacheEntry;
  failure?: Failure;
  lastError?: LastError;
}

export interface StoreOptions {
  /** Keys of the answers that default views show. What visitors choose never evicts or refuses these. */
  defaultKeys?: ReadonlySet<string>;
  /** The client network that asks at this moment, for refusals that are its own. */
  asker?: () => string;
  /** Epoch milliseconds; only ever shown, because that clock can jump. */
  now?: () => number;
  /** Monotonic milliseconds; ages and cool-downs are measured with them. */
  elapsed?: () => number;
  logger?: Pick<Logger, "error">;
}

/** What this process knows of each key. Keys that visitors chose give way to each other, the least recently used first. */
export class AnswerStore {
  readonly now: () => number;
  readonly elapsed: () => number;
  readonly #defaultKeys: ReadonlySet<string>;
  readonly #network: () => string;
  readonly #logger: StoreOptions["logger"];
  readonly #default = createBoundedMap<Known>("defaultAnswers", { weigh });
  readonly #chosen = createBoundedMap<Known>("chosenAnswers", { weigh });
  /** Of chosen keys without an answer, apart: whoever asks for what fails evicts nobody's answer. */
  readonly #chosenFailures = createBoundedMap<Known>("chosenFailures", { weigh });
  readonly #refusals = createBoundedMap<{ error: UpstreamError; until: number }>("refusals", {
    weigh: ({ error }) => errorBytes(error),
  });
  readonly #listeners = new Set<(notice: RefreshNotice) => void>();

  constructor(options: StoreOptions = {}) {
    this.now = options.now ?? Date.now;
    this.elapsed = options.elapsed ?? (() => performance.now());
    this.#defaultKeys = options.defaultKeys ?? new Set();
    this.#network = options.asker ?? (() => EVERYBODY);
    this.#logger = options.logger;
  }

  get(key: string): Known | undefined {
    if (this.isDefault(key)) return this.#default.get(key);
    return this.#chosen.get(key) ?? this.#chosenFailures.get(key);
  }

  /** Whether an answer or a failure of a key is known. */
  has(key: string): boolean {
    const known = this.get(key);
    return known?.entry !== undefined || known?.failure !== undefined;
  }

  /** Every key with what is known of it and the bytes that it takes. Looking at a key does not count as using it. */
  *all(): Iterable<{ key: string; bytes: number } & Known> {
    for (const map of [this.#default, this.#chosen, this.#chosenFailures]) {
      for (const [key, known] of map.entries()) {
        yield { key, ...known, bytes: map.info(key)?.size ?? 0 };
      }
    }
  }

  /** An answer with its time stated anew after the wall clock was set, so that its age on the screen stays true. */
  onThisClock(key: string, entry: CacheEntry): CacheEntry {
    const asOf = this.now() - (this.elapsed() - entry.arrived);
    if (Math.abs(asOf - entry.asOf) <= CLOCK_TOLERANCE_MS) return entry;
    const corrected = { ...entry, asOf: Math.round(asOf) };
    this.#change(key, { entry: corrected });
    return corrected;
  }

  /**
   * Stores an answer that has just come.
   *
   * @returns `known`: whether something was known before, so that listeners were told
   */
  noteAnswer(name: NamedAnswer, id: string, value: unknown): { entry: CacheEntry; known: boolean } {
    const known = this.has(name.key);
    const answer = { id, value, asOf: this.now(), arrived: this.elapsed() };
    const entry = this.#replace(name.key, answer, true);
    if (known) this.tell("refresh", name);
    return { entry, known };
  }

  /** Notes that a fetch has just failed. */
  noteError(name: NamedAnswer, error: unknown): Failure {
    const failure = failureAfter(this.get(name.key)?.failure, error, this.elapsed());
    this.#noteFailure(name, failure);
    return failure;
  }

  /**
   * Takes over what other instances know better.
   *
   * @param askedAt when they were asked for it, monotonic milliseconds
   */
  adopt(name: NamedAnswer, { entry, failure }: SharedState, askedAt: number): void {
    const known = this.has(name.key);
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
    if (known) this.tell("refresh", name);
  }

  /**
   * Whether an answer was fetched before ours, although the message with it comes after: while Redis does not answer
   * commands each instance fetches for itself. Clocks of instances may differ, so this holds for answers of ours that are
   * as young as a message may be old.
   */
  #isLate({ asOf }: SharedEntry, own: CacheEntry): boolean {
    return asOf <= own.asOf && this.elapsed() - own.arrived < LATEST_NEWS_MS;
  }

  /** The network in whose turns a key is fetched now: `EVERYBODY` for the answers of the default views. */
  askerOf(key: string): string {
    return this.isDefault(key) ? EVERYBODY : this.#network();
  }

  isDefault(key: string): boolean {
    return this.#defaultKeys.has(key);
  }

  /** Why this network is not to fetch a key yet: it found no free slot, or was over its limit. Others may fetch it. */
  refusal(key: string): UpstreamError | undefined {
    if (this.#refusals.size === 0) return undefined;
    const refusal = this.#refusals.get(`${this.askerOf(key)} ${key}`);
    return refusal && this.elapsed() < refusal.until ? refusal.error : undefined;
  }

  noteRefusal(asker: string, key: string, error: UpstreamError): void {
    const until = this.elapsed() + (error.retryAfterMs ?? FIRST_COOL_DOWN_MS);
    this.#refusals.set(`${asker} ${key}`, { error, until });
  }

  /** @returns the function that ends the subscription */
  onNotice(listener: (notice: RefreshNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A listener that throws does not keep the others from hearing. */
  tell(event: RefreshNotice["event"], { resource, key }: NamedAnswer): void {
    for (const listener of this.#listeners) {
      try {
        listener({ event, resource, key });
      } catch (error) {
        this.#logger?.error({ err: error, policy: resource }, "cache listener");
      }
    }
  }

  /** @param heals whether it ends a failure */
  #replace(key: string, answer: Omit<CacheEntry, "hits">, heals: boolean): CacheEntry {
    const entry = { ...answer, hits: this.get(key)?.entry?.hits ?? 0 };
    this.#change(key, heals ? { entry, failure: undefined } : { entry });
    return entry;
  }

  /** Tells listeners of the first of several failures in a row, where an answer was shown before. */
  #noteFailure(name: NamedAnswer, { error, ...rest }: Failure): void {
    const before = this.get(name.key);
    const lastError = { ...errorKind(error), at: this.now() };
    this.#change(name.key, { failure: { ...rest, error: withoutCause(error) }, lastError });
    if (before?.entry && !before.failure) this.tell("failure", name);
  }

  #change(key: string, change: { [Name in keyof Known]?: Known[Name] | undefined }): void {
    const { entry, failure, lastError } = { ...this.get(key), ...change };
    const known = { ...(entry && { entry }), ...(failure && { failure }) };
    this.#mapOf(key, entry).set(key, { ...known, ...(lastError && { lastError }) });
    if (entry) this.#chosenFailures.delete(key);
  }

  #mapOf(key: string, entry: CacheEntry | undefined): LRUCache<string, Known> {
    if (this.isDefault(key)) return this.#default;
    return entry ? this.#chosen : this.#chosenFailures;
  }
}

/** @param elapsed monotonic milliseconds at which the fetch failed */
export function failureAfter(
  previous: Failure | undefined,
  error: unknown,
  elapsed: number,
): Failure {
  const isUpstream = error instanceof UpstreamError;
  const sent = !isUpstream || error.sent;
  const count = (previous?.count ?? 0) + (sent ? 1 : 0);
  // A failure without a call cost the upstream nothing, so the key may soon try again.
  const ownCoolDown = sent
    ? Math.min(FIRST_COOL_DOWN_MS * 2 ** (count - 1), LONGEST_COOL_DOWN_MS)
    : FIRST_COOL_DOWN_MS;
  // An upstream that was asked too often says for how long it is to be left alone.
  const coolDown = (isUpstream ? error.retryAfterMs : undefined) ?? ownCoolDown;
  return { error, count, until: elapsed + coolDown };
}

/** What of an error may be shown to everyone. */
export function errorKind(error: unknown): Omit<LastError, "at"> {
  if (!(error instanceof UpstreamError)) return { kind: "internal", status: null };
  return { kind: error.kind, status: error.status ?? null };
}

function weigh({ entry, failure }: Known): number {
  const answer = entry ? textBytes(JSON.stringify(entry)) : 0;
  return answer + (failure ? errorBytes(failure.error) : 0);
}

/** What an error takes, its stack included. Its message may hold what the upstream said. */
function errorBytes(error: unknown): number {
  return 2048 + (error instanceof Error ? textBytes(error.message) : 0);
}

/** A cause may be as large as the answer that was not understood. */
function withoutCause(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.cause === undefined) return error;
  const { kind, message, status, sent, retryAfterMs } = error;
  return new UpstreamError(kind, message, { status, sent, retryAfterMs });
}
