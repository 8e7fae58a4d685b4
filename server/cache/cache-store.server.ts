/** An upstream's answer and when it arrived. */
export interface CacheEntry {
  value: unknown;
  /** Epoch milliseconds. */
  asOf: number;
}

/**
 * Where entries are kept. Asynchronous, so that a store shared by several instances fits too. Neither method
 * rejects: a store that is away has nothing.
 */
export interface CacheStore {
  get(key: string): Promise<CacheEntry | undefined>;
  set(key: string, entry: CacheEntry): Promise<void>;
}
