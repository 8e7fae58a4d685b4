import { LRUCache } from "lru-cache";

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
const MAX_ENTRIES = 2_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** Keeps entries in this process; the least recently used ones give way. */
export function createLruStore({ maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = {}): LruStore {
  const entries = new LRUCache<string, CacheEntry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => bytesOf(key) + bytesOf(JSON.stringify(entry)),
  });
  return {
    get: (key) => entries.get(key),
    set: (key, entry) => void entries.set(key, entry),
    get size() {
      return entries.size;
    },
    get calculatedSize() {
      return entries.calculatedSize;
    },
    *entries() {
      for (const [key, entry] of entries.entries()) {
        yield { key, entry, bytes: entries.info(key)?.size ?? 0 };
      }
    },
  };
}

/** JavaScript keeps texts in up to two bytes a character. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
