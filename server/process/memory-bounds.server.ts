import { LRUCache } from "lru-cache";

/** What a map may hold. */
export interface MemoryBound {
  /** Of its keys and values as they are weighed. */
  bytes: number;
  /** Most entries, where fewer are to be kept than would fit. */
  entries?: number;
  /** How many maps of a process have this bound each, where there is more than one. */
  maps?: number;
}

const MB = 1024 * 1024;

/**
 * Every map of this process that is filled with what comes from outside. Beyond its bound a map forgets what was used
 * least recently, so that no visitor's input makes the process grow. What a forgotten entry costs stands beside it.
 */
export const memoryBounds = {
  /** Answers of the pages, filters and searches that visitors chose. Costs one upstream call. */
  chosenAnswers: { entries: 2_000, bytes: 32 * MB },
  /** Failures of those that have no answer. Costs one upstream call. */
  chosenFailures: { entries: 1_000, bytes: 4 * MB },
  /** Those of the default views, a handful, which visitors' choices never evict. */
  defaultAnswers: { bytes: 8 * MB },
  /** Fetches refused to one network. Costs another look at its limit. */
  refusals: { entries: 2_000, bytes: 8 * MB },
  /** Days of reports as sums: room for two ranges of 50,000 trips, each of another wallet. Costs reading a day again. */
  daySums: { bytes: 36 * MB },
  /** Days whose trips were only counted. Costs counting again. */
  dayCounts: { entries: 1_000, bytes: 1 * MB },
  /** First pages of days, for a minute: room for 31 days, each trip of another wallet. Costs one upstream call. */
  dayFirstPages: { bytes: 12 * MB },
  /** Days that could not be read. Costs asking for one again. */
  dayFailures: { entries: 1_000, bytes: 1 * MB },
  /** Breakers of single client networks, for each HTTP client. Costs a few calls that may hang. */
  networkBreakers: { bytes: MB, maps: 5 },
  /** Cool-downs that the auth API and the contact form's service asked for with 429. Costs one refused call. */
  coolDowns: { bytes: 2 * MB, maps: 2 },
  /** Windows of limits. One client opens a few hundred an hour. Costs a limit that begins anew. */
  limitWindows: { bytes: 32 * MB },
  /** Those of browsers' reports, which each process counts for itself. Costs a limit that begins anew. */
  reportWindows: { bytes: 4 * MB },
  /** Counts that wait for Redis to be back. Costs a limit that begins anew on the other instances. */
  owedCounts: { bytes: 32 * MB },
  /** Rendered dashboards that nobody has chosen. Costs a render. */
  commonViews: { bytes: 8 * MB },
  /** Rendered dashboards that visitors have chosen. Costs a render. */
  chosenViews: { bytes: 8 * MB },
  /** Which view an address shows. Costs reading it again. */
  viewAddresses: { bytes: 4 * MB },
  /** Hashed files of other builds. Costs reading one from the disk. */
  sharedAssets: { bytes: 8 * MB },
  /** Answers to forms: of the deletion for 15 minutes at most, of contact for seconds. Costs a lost answer. */
  keptAnswers: { bytes: 12 * MB, maps: 2 },
  /**
   * Deletions that were sent, for a day. Beyond it nobody is told any more that nothing was deleted. Not fewer than Redis
   * keeps, which knows of a process what that has forgotten.
   */
  sentDeletions: { entries: 40_000, bytes: 16 * MB },
  /** Client addresses as they were parsed. Costs parsing one again. */
  clientAddresses: { bytes: 1 * MB },
  /** The coding that an `Accept-Encoding` header chooses. Costs parsing the header again. */
  codings: { bytes: 1 * MB },
} as const satisfies Record<string, MemoryBound>;

export type BoundedMap = keyof typeof memoryBounds;

/**
 * What all instances together keep in Redis: most keys of each group that visitors can fill, most bytes of one where it
 * holds what an upstream said, and what one costs of Redis' memory at most, with its name and its places in indexes
 * (measured with Redis 7.0; docs/capacity.md). Beyond it the oldest give way. The number of all other keys follows from
 * limits: they live no longer than a call that is under way, an open event stream, or the 15 minutes of a deletion
 * session.
 */
export const sharedBounds = {
  chosenAnswers: { keys: 5_000, bytes: 16 * 1024, costs: 22_500 },
  defaultAnswers: { keys: 7, bytes: 256 * 1024, costs: 330_000 },
  recentDays: { keys: 62, bytes: 1024 * 1024, costs: 1_320_000 },
  chosenDays: { keys: 160, bytes: 256 * 1024, costs: 330_000 },
  failures: { keys: 1_000, costs: 1_500 },
  limitWindows: { keys: 100_000, costs: 520 },
  /** Those of a verified code hold a token, which fits into a cookie. */
  keptAnswers: { keys: 20_000, costs: 6_600 },
  sentDeletions: { keys: 40_000, costs: 340 },
  instances: { keys: 100, costs: 200 },
} as const;

/** What an entry takes beside its texts: its object, its place in the map and a timer. */
const ENTRY_BYTES = 256;

interface Options<V extends object | string | number> {
  /** Bytes of a value whose size depends on what came from outside. */
  weigh?: (value: V) => number;
  /** Milliseconds after which an entry is gone, where each one is not given its own. */
  ttl?: number;
  /** Removes an entry when its time is over and not only when it is looked for; costs a timer each. */
  ttlAutopurge?: boolean;
}

/** A map by text that holds no more than its row of the table. A value that is heavier than the whole bound is not kept. */
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

/** JavaScript keeps texts in up to two bytes a character. */
export function textBytes(text: string): number {
  return 2 * text.length;
}
