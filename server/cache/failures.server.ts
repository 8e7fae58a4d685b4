import { LRUCache } from "lru-cache";
import { UpstreamError } from "../upstream/upstream-error.server";

/** After a failed fetch a key is left alone for this long, doubling with each failure in a row. */
export const FIRST_COOL_DOWN_MS = 1_000;
export const LONGEST_COOL_DOWN_MS = 15_000;

/** Failures are remembered for as many keys; a forgotten one only means one call more. */
const MAX_REMEMBERED = 10_000;

export interface Failure {
  error: unknown;
  /** Fetches in a row that reached the upstream and failed. */
  count: number;
  /** Monotonic milliseconds until which nothing is fetched. */
  until: number;
}

/** The last failures, by key. */
export function createFailures(): LRUCache<string, Failure> {
  return new LRUCache({ max: MAX_REMEMBERED });
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

function wasSent(error: unknown): boolean {
  return !(error instanceof UpstreamError) || error.sent;
}
