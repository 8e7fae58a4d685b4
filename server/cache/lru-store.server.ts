import { LRUCache } from "lru-cache";
import { fixedKeys } from "./cache-keys.server";

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

/** Visitors choose pages, filters and searches, so the number of keys has no bound of its own. */
export const CHOSEN_ANSWERS = { entries: 2_000, bytes: 24 * 1024 * 1024 };

/** For the views that everybody opens, which are a handful. */
export const FIXED_ANSWERS = { entries: fixedKeys.size, bytes: 8 * 1024 * 1024 };

/** Keeps entries in this process; the least recently used of those that visitors chose give way to each other. */
export function createLruStore({
  maxEntries = CHOSEN_ANSWERS.entries,
  maxBytes = CHOSEN_ANSWERS.bytes,
} = {}): LruStore {
  const fixed = createEntries(FIXED_ANSWERS.entries, FIXED_ANSWERS.bytes);
  const chosen = createEntries(maxEntries, maxBytes);
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

function createEntries(max: number, maxSize: number): LRUCache<string, CacheEntry> {
  return new LRUCache({
    max,
    maxSize,
    sizeCalculation: (entry, key) => bytesOf(key) + bytesOf(JSON.stringify(entry)),
  });
}

/** JavaScript keeps texts in up to two bytes a character. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
