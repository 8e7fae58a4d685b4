import { LRUCache } from "lru-cache";
import type { CacheEntry, CacheStore } from "./cache-store.server";

/** Visitors choose pages, filters and searches, so the number of keys has no bound of its own. */
const MAX_ENTRIES = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Keeps entries in this process; the least recently used ones give way. */
export function createLruStore({
  maxEntries = MAX_ENTRIES,
  maxBytes = MAX_BYTES,
} = {}): CacheStore {
  const entries = new LRUCache<string, CacheEntry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => bytesOf(key) + bytesOf(JSON.stringify(entry)),
  });
  return {
    get: (key) => Promise.resolve(entries.get(key)),
    set(key, entry) {
      entries.set(key, entry);
      return Promise.resolve();
    },
  };
}

/** JavaScript keeps texts in up to two bytes a character. */
function bytesOf(text: string): number {
  return 2 * text.length;
}
