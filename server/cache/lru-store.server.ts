import {
  createBoundedMap,
  memoryBounds,
  textBytes,
  type BoundedMap,
  type MemoryBound,
} from "../process/memory-bounds.server";
import { fixedKeys } from "../dashboard/cache-keys.server";

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

/** This process's entries. Answers at once, so that a warm read waits for nothing. */
export interface LruStore {
  get(key: string): CacheEntry | undefined;
  set(key: string, entry: CacheEntry): void;
  /** Number of entries. */
  readonly size: number;
  /** About how many bytes they take. */
  readonly calculatedSize: number;
  /** All of them with the memory that each takes; none counts as used by it. */
  entries(): Iterable<{ key: string; entry: CacheEntry; bytes: number }>;
}

/**
 * Keeps entries in this process; the least recently used of those that visitors chose give way to each other.
 *
 * @param bound of those that visitors chose
 */
export function createLruStore(bound: Partial<MemoryBound> = {}): LruStore {
  const fixed = createEntries("fixedAnswers");
  const chosen = createEntries("chosenAnswers", { ...memoryBounds.chosenAnswers, ...bound });
  const holding = (key: string) => (fixedKeys.has(key) ? fixed : chosen);
  return {
    get: (key) => holding(key).get(key),
    set: (key, entry) => void holding(key).set(key, entry),
    get size() {
      return fixed.size + chosen.size;
    },
    get calculatedSize() {
      return fixed.calculatedSize + chosen.calculatedSize;
    },
    *entries() {
      for (const entries of [fixed, chosen]) {
        for (const [key, entry] of entries.entries()) {
          yield { key, entry, bytes: entries.info(key)?.size ?? 0 };
        }
      }
    },
  };
}

function createEntries(name: BoundedMap, bound?: MemoryBound) {
  const weigh = (entry: CacheEntry) => textBytes(JSON.stringify(entry));
  return createBoundedMap<CacheEntry>(name, { weigh }, bound);
}
