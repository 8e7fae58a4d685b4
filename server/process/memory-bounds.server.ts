import { LRUCache } from "lru-cache";

/** Upper bound of a map. */
export interface MemoryBound {
  /** Estimated bytes of all keys and values. */
  bytes: number;
  /** Most entries, where fewer are kept than fit into `bytes`. */
  entries?: number;
  /** Number of maps per process that have this bound each; one when unset. */
  maps?: number;
}

const MB = 1024 * 1024;

/**
 * All maps of this process that are filled with input from outside. Beyond its bound a map evicts the least recently
 * used entry, so that no visitor's input makes the process grow. Each comment says what an evicted entry costs.
 */
export const memoryBounds = {
  /** Answers of the pages, filters and searches that visitors chose. Costs one upstream call. */
  chosenAnswers: { entries: 2_000, bytes: 32 * MB },
  /** Failures of chosen reads that have no answer. Costs one upstream call. */
  chosenFailures: { entries: 1_000, bytes: 4 * MB },
  /** Answers of the default views, a handful. Visitors' choices never evict them. */
  defaultAnswers: { bytes: 8 * MB },
  /** Fetches refused to one network. Costs another check of its limit. */
  refusals: { entries: 2_000, bytes: 8 * MB },
  /** Sums of days in reports: room for two ranges of 50,000 trips, each of another wallet. Costs reading the day. */
  daySums: { bytes: 36 * MB },
  /** Days whose trips were only counted. Costs counting again. */
  dayCounts: { entries: 1_000, bytes: 1 * MB },
  /** First pages of days, for a minute: room for 31 days, each trip of another wallet. Costs one upstream call. */
  dayFirstPages: { bytes: 12 * MB },
  /** Days that could not be read. Costs requesting the day again. */
  dayFailures: { entries: 1_000, bytes: 1 * MB },
  /** Circuit breakers of single client networks, for each HTTP client. Costs a few calls that may hang. */
  networkBreakers: { bytes: MB, maps: 5 },
  /** Cool-downs that the auth API and the contact form's service asked for with 429. Costs one refused call. */
  coolDowns: { bytes: 2 * MB, maps: 2 },
  /** Windows of rate limits. One client opens a few hundred an hour. Costs a limit that restarts at zero. */
  limitWindows: { bytes: 32 * MB },
  /** Rate limit windows of browser reports, which each process counts itself. Costs a limit that restarts at zero. */
  reportWindows: { bytes: 4 * MB },
  /** Counts to be sent when Redis is back. Costs a limit that restarts at zero on the other instances. */
  owedCounts: { bytes: 32 * MB },
  /** Rendered default views of the dashboard. Costs a render. */
  commonViews: { bytes: 8 * MB },
  /** Rendered views of the dashboard that visitors have chosen. Costs a render. */
  chosenViews: { bytes: 8 * MB },
  /** The view that an address shows. Costs parsing the address again. */
  viewAddresses: { bytes: 4 * MB },
  /** Hashed files of other builds. Costs reading one from the disk. */
  sharedAssets: { bytes: 8 * MB },
  /** Answers to forms, for a minute. Costs a second call for a second press. */
  keptAnswers: { bytes: 8 * MB, maps: 2 },
  /** Sessions with which an account was deleted. Costs a copied cookie that shows its step once more. */
  finishedSessions: { bytes: 4 * MB },
  /** Sessions that their owners have replaced. Costs a late answer that replaces a newer session. */
  leftSessions: { bytes: 4 * MB },
  /** Parsed client addresses. Costs parsing an address again. */
  clientAddresses: { bytes: 1 * MB },
  /** The coding negotiated for an `Accept-Encoding` header. Costs parsing the header again. */
  codings: { bytes: 1 * MB },
} as const satisfies Record<string, MemoryBound>;

export type BoundedMap = keyof typeof memoryBounds;

/**
 * Bounds of what all instances together keep in Redis, for each group of keys that visitors can fill: most `keys`, most
 * `bytes` of a value with an upstream's text, and the most memory that a key `costs` in Redis, including its name and
 * index entries (measured with Redis 7.0; docs/capacity.md). Beyond a bound the oldest keys are removed. Limits bound
 * the number of all other keys: these live no longer than a call in progress, an open event stream, or the 15 minutes
 * of a deletion session.
 */
export const sharedBounds = {
  chosenAnswers: { keys: 5_000, bytes: 16 * 1024, costs: 22_500 },
  defaultAnswers: { keys: 7, bytes: 256 * 1024, costs: 330_000 },
  recentDays: { keys: 62, bytes: 1024 * 1024, costs: 1_320_000 },
  chosenDays: { keys: 160, bytes: 256 * 1024, costs: 330_000 },
  failures: { keys: 1_000, costs: 1_500 },
  limitWindows: { keys: 100_000, costs: 520 },
  instances: { keys: 100, costs: 200 },
} as const;

/** Bytes that an entry takes beside its texts: its object, its slot in the map and a timer. */
const ENTRY_BYTES = 256;

interface Options<V extends object | string | number> {
  /** Returns the bytes of a value whose size depends on input from outside. */
  weigh?: (value: V) => number;
  /** Milliseconds after which an entry expires, unless `set` specifies another time. */
  ttl?: number;
  /** Removes an entry when it expires and not only on the next access; costs a timer per entry. */
  ttlAutopurge?: boolean;
}

/** Creates a map by text with the bound of its row in the table. A value larger than the whole bound is not stored. */
export function createBoundedMap<V extends object | string | number>(
  name: BoundedMap,
  { weigh = () => 0, ...options }: Options<V> = {},
): LRUCache<string, V> {
  const bound: MemoryBound = memoryBounds[name];
  return new LRUCache<string, V>({
    ...options,
    max: bound.entries ?? 0,
    maxSize: bound.bytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(weigh(value)),
  });
}

/** Most bytes that a text takes: JavaScript stores up to two bytes per character. */
export function textBytes(text: string): number {
  return 2 * text.length;
}
