/**
 * The browser's copy of views already seen, used only to paint at
 * once while the server is asked. Storage may be full, forbidden or tampered with: that is only logged.
 */

export const CACHE_PREFIX = "pulsescout_cache_";

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MOST_ENTRIES = 40;

interface Entry {
  data: unknown;
  /** Epoch milliseconds. */
  timestamp: number;
}

/** What is cached under a name, for at most 24 hours; undefined otherwise. */
export function readCache(name: string): { data: unknown } | undefined {
  return attempt(() => {
    const entry = parseEntry(localStorage.getItem(CACHE_PREFIX + name));
    return entry && isAlive(entry) ? { data: entry.data } : undefined;
  });
}

/** Caches a view under a name; the oldest are evicted. */
export function writeCache(name: string, data: unknown): void {
  attempt(() => {
    const entry: Entry = { data, timestamp: Date.now() };
    localStorage.setItem(CACHE_PREFIX + name, JSON.stringify(entry));
    for (const { key } of entries().slice(MOST_ENTRIES)) localStorage.removeItem(key);
  });
}

/** Takes out what is older than 24 hours or cannot be read. Run once at start-up. */
export function purgeCache(): void {
  attempt(() => {
    for (const { key, entry } of entries()) {
      if (!entry || !isAlive(entry)) localStorage.removeItem(key);
    }
  });
}

/** Own entries, the newest first, unreadable ones last. */
function entries() {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(CACHE_PREFIX))
    .map((key) => ({ key, entry: parseEntry(localStorage.getItem(key)) }))
    .sort((a, b) => (b.entry?.timestamp ?? 0) - (a.entry?.timestamp ?? 0));
}

function parseEntry(text: string | null): Entry | undefined {
  if (text === null) return undefined;
  try {
    const entry: unknown = JSON.parse(text);
    if (typeof entry !== "object" || entry === null) return undefined;
    if (!("data" in entry) || !("timestamp" in entry)) return undefined;
    return typeof entry.timestamp === "number"
      ? { data: entry.data, timestamp: entry.timestamp }
      : undefined;
  } catch {
    return undefined;
  }
}

function ageOf({ timestamp }: Entry): number {
  return Date.now() - timestamp;
}

function isAlive(entry: Entry): boolean {
  return ageOf(entry) >= 0 && ageOf(entry) < LIFETIME_MS;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    // eslint-disable-next-line no-console -- a cache that cannot be used costs the visitor nothing
    console.warn("Browser cache:", error);
    return undefined;
  }
}
