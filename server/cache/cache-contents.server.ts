import type { Failures, LastError } from "./failures.server";
import type { LruStore } from "./lru-store.server";

/** What the cache knows of one key. The key itself may hold what a visitor typed. */
export interface CachedKey {
  key: string;
  /** Milliseconds since its answer arrived; null when there is none. */
  ageMs: number | null;
  refreshing: boolean;
  /** Whether the last fetch failed. */
  failing: boolean;
  hits: number;
  bytes: number;
  lastError: LastError | null;
}

/**
 * Every key that has an answer or has failed; a microsecond each.
 *
 * @param elapsed monotonic milliseconds
 */
export function* cachedKeys(
  store: LruStore,
  failures: Failures,
  isUnderWay: (key: string) => boolean,
  elapsed: number,
): Generator<CachedKey> {
  const seen = new Set<string>();
  const of = (key: string) => ({
    key,
    refreshing: isUnderWay(key),
    failing: failures.has(key),
    lastError: failures.lastError(key),
  });
  for (const { key, entry, bytes } of store.entries()) {
    seen.add(key);
    yield { ...of(key), ageMs: Math.round(elapsed - entry.arrived), hits: entry.hits, bytes };
  }
  for (const key of failures.keys()) {
    if (!seen.has(key)) yield { ...of(key), ageMs: null, hits: 0, bytes: 0 };
  }
}
