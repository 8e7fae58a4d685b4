import type { UpstreamError } from "../upstream/upstream-error.server";
import type { NamedAnswer, Query } from "./query.server";

/** An answer as all instances hold it. */
export interface SharedEntry {
  /** No two answers have the same. */
  id: string;
  value: unknown;
  /** Epoch milliseconds, for people to read. */
  asOf: number;
  /** Milliseconds since it arrived, by the one clock that all instances share. */
  ageMs: number;
}

/** Why the last fetch brought nothing. */
export interface SharedFailure {
  error: UpstreamError;
  /** Fetches in a row that reached the upstream and failed. */
  count: number;
  /** Milliseconds for which nothing is to be fetched. */
  coolMs: number;
}

/** What all instances know of one key. */
export interface SharedState {
  entry: SharedEntry | null;
  failure: SharedFailure | null;
}

/**
 * The right to fetch a key for all instances, until its holder ends it, or until it runs out. What is stored under it is
 * told to the other instances; a lease that ran out stores nothing. None of the methods waits or throws.
 */
export interface Lease {
  /** Names the answer fetched under it. */
  readonly id: string;
  /** @param entry the answer, and whether this instance has served an older one or a failure */
  succeed(entry: { value: unknown; asOf: number; known: boolean }): void;
  fail(failure: SharedFailure): void;
  /** Without anything to tell the others. */
  release(): void;
  /** Lasts anew, for a fetch in several steps. */
  renew(): void;
}

/**
 * What is known, and whether a key is to be fetched: `not-needed` while its answer is fresh or a failure cools down,
 * `held-elsewhere` while another instance fetches it, `away` when the store does not answer and each instance fetches
 * for itself, `free` otherwise.
 */
export type Look = SharedState & { claim: "free" | "away" | "held-elsewhere" | "not-needed" };

/** A look that takes the lease of a key that is to be fetched, in one step. */
export type Claim =
  | (SharedState & { claim: "granted"; lease: Lease })
  | (SharedState & { claim: "held-elsewhere" | "not-needed" });

/** What another instance has just stored: an answer or a failure. */
export interface SharedNews extends SharedState, NamedAnswer {
  /** Whether it is an answer in the place of something that was shown before. */
  newer: boolean;
}

/** What instances share. Its methods never reject: while it is away each instance fetches for itself. */
export interface SharedTier {
  /** What is known, without a lease. @param patient nobody waits for it: a short silence of the store may pass */
  look(query: Query, patient: boolean): Promise<Look>;
  /** What is known, and the lease if the key is to be fetched and nobody does so already. */
  claim(query: Query): Promise<Claim>;
  /** Calls back for what the other instances store, as long as this one lives; some may be missed. */
  onNews(listener: (news: SharedNews) => void): void;
}

const nothing = () => undefined;

/** A fetch on one's own account. */
export const noLease: Lease = {
  id: "",
  succeed: nothing,
  fail: nothing,
  release: nothing,
  renew: nothing,
};

/** One instance, which shares nothing. */
export const alone: SharedTier = {
  look: () => Promise.resolve({ entry: null, failure: null, claim: "free" }),
  claim: () => Promise.resolve({ entry: null, failure: null, claim: "granted", lease: noLease }),
  onNews: nothing,
};
