/** An upstream's answer and when it arrived. */
export interface CacheEntry {
  value: unknown;
  /** Epoch milliseconds, for people to read. */
  asOf: number;
  /** The same moment in milliseconds of this process's monotonic clock, for every comparison. */
  arrived: number;
}

/**
 * Where entries are kept. Asynchronous, so that a store shared by several instances fits too. Neither method
 * rejects: a store that is away has nothing.
 */
export interface CacheStore {
  get(key: string): Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): Promise<void>;
}
