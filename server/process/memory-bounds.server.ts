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
  /** Answers and failures of what visitors chose. The two largest days of a report fit. Costs upstream calls. */
  chosenAnswers: { entries: 2_000, bytes: 64 * MB },
  /** Answers of the default views, a handful. Visitors' choices never evict them. */
  defaultAnswers: { bytes: 8 * MB },
  /** Cool-downs that the auth API asked for with 429. Costs one refused call. */
  coolDowns: { bytes: 2 * MB },
  /** Windows of rate limits. One client opens a few hundred an hour. Costs a limit that restarts at zero. */
  limitWindows: { bytes: 32 * MB, maps: 2 },
  /** Public pages. Costs a render. */
  madePages: { bytes: 8 * MB },
  /** Default views of the dashboard, also those whose figures have changed since. Costs a render. */
  defaultViews: { bytes: 8 * MB },
  /** Rendered views of the dashboard that visitors have chosen. Costs a render. */
  chosenViews: { bytes: 8 * MB },
  /** Content codings by `Accept-Encoding` header. Costs the reading of the header. */
  negotiatedCodings: { bytes: MB / 8 },
  /** Answers to forms, for a minute; those to Delete are apart. Costs a second call for a second press. */
  keptAnswers: { bytes: 8 * MB, maps: 3 },
  /** Sessions whose Delete was pressed. Costs a copied cookie that shows its step once more, and a lost answer
   * of which a page without scripts says nothing. */
  pressedSessions: { bytes: 4 * MB },
  /** Sessions, and browsers without one, that went on. Costs a late answer that replaces a newer session. */
  leftSessions: { bytes: 4 * MB },
} as const satisfies Record<string, MemoryBound>;

export type BoundedMap = keyof typeof memoryBounds;

/** Bytes that an entry takes beside its texts: its object, its slot in the map and a timer. */
const ENTRY_BYTES = 256;

type Value = object | string | number;

/**
 * Creates a map by text with the bound of its row in the table. A value larger than the whole bound is not stored.
 *
 * @param options those of the library, and `weigh`: returns the bytes of a value whose size depends on input from outside
 */
export function createBoundedMap<V extends Value, Context = unknown>(
  name: BoundedMap,
  {
    weigh = () => 0,
    ...options
  }: Partial<LRUCache.OptionsBase<string, V, Context>> & { weigh?: (value: V) => number } = {},
): LRUCache<string, V, Context> {
  const bound: MemoryBound = memoryBounds[name];
  return new LRUCache<string, V, Context>({
    ...options,
    max: bound.entries ?? 0,
    maxSize: bound.bytes,
    sizeCalculation: (value, key) => ENTRY_BYTES + textBytes(key) + Math.ceil(weigh(value)),
  });
}

/** Bytes of a text: characters beyond Latin-1 make each of its characters take two. */
export function textBytes(text: string): number {
  return /[^\0-\xff]/.test(text) ? 2 * text.length : text.length;
}
