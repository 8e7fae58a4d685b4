import { UpstreamError } from "../upstream/upstream-error.server";
import { errorKind, type Failure, type LastError } from "../cache/failures.server";
import type { CacheEntry } from "../cache/lru-store.server";

/** So long is an answer young enough for those who ask for a newer one by hand. */
export const MANUAL_PAUSE_MS = 15_000;

/** How asking by hand went; `until`, where it cannot be asked again before, in epoch milliseconds. */
export type ManualRefresh =
  | { outcome: "refreshed" }
  | { outcome: "resting"; until: number }
  | { outcome: "failed"; error: Omit<LastError, "at">; until: number };

/** Milliseconds for which a key is not asked for by hand: its answer is young, or its failure cools down. */
export function manualPause(
  entry: CacheEntry | undefined,
  failure: Failure | undefined,
  elapsed: number,
): number {
  const young = entry ? entry.arrived + MANUAL_PAUSE_MS - elapsed : 0;
  const cooling = failure ? failure.until - elapsed : 0;
  return Math.max(0, young, cooling);
}

/** What refreshing one key by hand takes; times in milliseconds. */
interface ManualRefreshParts {
  /** How long the key is still to be left alone, by {@link manualPause}. */
  rest: () => number;
  /** The cache's own refresh, with its single flight and its lease. */
  renew: () => Promise<CacheEntry>;
  /** Monotonic. */
  elapsed: () => number;
  /** Since 1970. */
  now: () => number;
}

/**
 * At most one fetch per key and {@link MANUAL_PAUSE_MS}, over all instances, and none while a failure cools down. Rejects
 * only with what is no failure of the upstream.
 */
export async function refreshNow(parts: ManualRefreshParts): Promise<ManualRefresh> {
  const { rest, renew, elapsed, now } = parts;
  const resting = (): ManualRefresh => ({ outcome: "resting", until: now() + rest() });
  if (rest() > 0) return resting();
  const asked = elapsed();
  try {
    const { arrived } = await renew();
    // Another instance may have asked a moment ago.
    return arrived < asked ? resting() : { outcome: "refreshed" };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { outcome: "failed", error: errorKind(error), until: now() + rest() };
  }
}
