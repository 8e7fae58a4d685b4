import type { UpstreamError } from "../upstream/upstream-error.server";
import type { AnswerName, Query } from "./query.server";

/** An answer that all instances share. */
export interface SharedEntry {
  /** Unique per answer. */
  id: string;
  value: unknown;
  /** When the answer arrived, in epoch milliseconds; for display only. */
  asOf: number;
  /** Milliseconds since the answer arrived, by the clock that all instances share. */
  ageMs: number;
}

/** Why the last fetch of a key failed. */
export interface SharedFailure {
  error: UpstreamError;
  /** Consecutive failed fetches that reached the upstream. */
  count: number;
  /** Milliseconds left during which the key must not be fetched. */
  coolMs: number;
}

/** The state of one key that all instances share. */
export interface SharedState {
  entry: SharedEntry | null;
  failure: SharedFailure | null;
}

/**
 * The right to fetch a key for all instances, until the holder ends it or it expires. The result is stored and
 * announced to the other instances; an expired lease stores nothing. None of the methods waits or throws.
 */
export interface Lease {
  /** Id of the answer that is fetched under this lease. */
  readonly id: string;
  /** @param entry the answer; `known`: whether this instance had an older answer or a failure */
  succeed(entry: { value: unknown; asOf: number; known: boolean }): void;
  fail(failure: SharedFailure): void;
  /** Ends the lease without a result. */
  release(): void;
  /** Restarts the lease's time, for a fetch in several steps. */
  renew(): void;
}

/**
 * The shared state of a key, and whether the key should be fetched: `not-needed` while its answer is fresh or its
 * failure cools down, `held-elsewhere` while another instance fetches it, `away` when the store does not answer and
 * each instance fetches for itself, `free` otherwise.
 */
export type SharedLookup = SharedState & {
  claim: "free" | "away" | "held-elsewhere" | "not-needed";
};

/** The shared state of a key, with its lease if the key should be fetched and no other instance holds the lease. */
export type Claim =
  | (SharedState & { claim: "granted"; lease: Lease })
  | (SharedState & { claim: "held-elsewhere" | "not-needed" });

/** Announces that another instance has just stored an answer or a failure. */
export interface SharedUpdate extends SharedState, AnswerName {
  /** Whether it is an answer that replaces an older answer or a failure. */
  newer: boolean;
}

/** The store that instances share. Its methods never reject: while it is down, each instance fetches for itself. */
export interface SharedTier {
  /** Reads the state without taking a lease. @param patient whether to retry while the store is silent for a moment */
  look(query: Query, patient: boolean): Promise<SharedLookup>;
  /** Reads the state, and takes the lease if the key should be fetched and no other instance holds the lease. */
  claim(query: Query): Promise<Claim>;
  /** Calls the listener for each result that other instances store. Some may be missed. It cannot be removed. */
  onNews(listener: (news: SharedUpdate) => void): void;
}

const nothing = () => undefined;

/** The lease of a fetch whose result is not shared. */
export const noLease: Lease = {
  id: "",
  succeed: nothing,
  fail: nothing,
  release: nothing,
  renew: nothing,
};

/** The tier of a single instance: it shares nothing. */
export const singleInstanceTier: SharedTier = {
  look: () => Promise.resolve({ entry: null, failure: null, claim: "free" }),
  claim: () => Promise.resolve({ entry: null, failure: null, claim: "granted", lease: noLease }),
  onNews: nothing,
};
