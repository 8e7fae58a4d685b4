import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.server";
import { createBoundedMap, textBytes } from "../process/memory-bounds.server";
import { fixedKeys } from "../dashboard/cache-keys.server";

/** After a failed fetch a key is left alone for this long, doubling with each failure in a row. */
export const FIRST_COOL_DOWN_MS = 1_000;
export const LONGEST_COOL_DOWN_MS = 15_000;

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

/** The failures that no answer has come after, by key. */
export interface Failures {
  get(key: string): Failure | undefined;
  set(key: string, failure: Failure): void;
  has(key: string): boolean;
  delete(key: string): void;
  keys(): Iterable<string>;
  /** The last one, also if an answer has come after it. */
  lastError(key: string): LastError | null;
}

/**
 * Those of what visitors chose give way to each other, and never displace those of the default views.
 *
 * @param now epoch milliseconds
 */
export function createFailures(now: () => number): Failures {
  const weigh = ({ error }: Failure) => errorBytes(error);
  const fixed = {
    failures: createBoundedMap<Failure>("fixedFailures", { weigh }),
    lastErrors: createBoundedMap<LastError>("fixedLastErrors"),
  };
  const chosen = {
    failures: createBoundedMap<Failure>("chosenFailures", { weigh }),
    lastErrors: createBoundedMap<LastError>("chosenLastErrors"),
  };
  const holding = (key: string) => (fixedKeys.has(key) ? fixed : chosen);
  return {
    get: (key) => holding(key).failures.get(key),
    set(key, failure) {
      const { failures, lastErrors } = holding(key);
      failures.set(key, { ...failure, error: withoutCause(failure.error) });
      lastErrors.set(key, { ...errorKind(failure.error), at: now() });
    },
    has: (key) => holding(key).failures.has(key),
    delete: (key) => void holding(key).failures.delete(key),
    keys: () => [...fixed.failures.keys(), ...chosen.failures.keys()],
    lastError: (key) => holding(key).lastErrors.peek(key) ?? null,
  };
}

/** @param elapsed monotonic milliseconds at which it failed */
export function failureAfter(
  previous: Failure | undefined,
  error: unknown,
  elapsed: number,
): Failure {
  const sent = wasSent(error);
  const count = (previous?.count ?? 0) + (sent ? 1 : 0);
  // A failure without a call cost the upstream nothing, so the key may soon try again.
  const asked = error instanceof UpstreamError ? error.retryAfterMs : undefined;
  const ownCoolDown = sent
    ? Math.min(FIRST_COOL_DOWN_MS * 2 ** (count - 1), LONGEST_COOL_DOWN_MS)
    : FIRST_COOL_DOWN_MS;
  // Who was asked too often knows best.
  return { error, count, until: elapsed + (asked ?? ownCoolDown) };
}

/** What an error takes, its stack included. Its message may hold what the upstream said. */
export function errorBytes(error: unknown): number {
  return 2048 + (error instanceof Error ? textBytes(error.message) : 0);
}

/** A cause may be as large as the answer that was not understood. */
function withoutCause(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.cause === undefined) return error;
  const { kind, message, status, sent, retryAfterMs } = error;
  return new UpstreamError(kind, message, { status, sent, retryAfterMs });
}

/** What of an error may be shown to everyone. */
export function errorKind(error: unknown): Omit<LastError, "at"> {
  if (!(error instanceof UpstreamError)) return { kind: "internal", status: null };
  return { kind: error.kind, status: error.status ?? null };
}

function wasSent(error: unknown): boolean {
  return !(error instanceof UpstreamError) || error.sent;
}
