import type { Cached } from "server/cache/cached.server";

/** The sentence that says why something could not be got, and from when on it may be asked for again (epoch milliseconds). */
export interface FailedBlock {
  error: string;
  retryAt?: number;
}

/** One read of the dashboard: what was got, with its age, or why not. */
export type Block<T> = Cached<T> | FailedBlock;

export function isFailed<T>(block: Block<T>): block is FailedBlock {
  return "error" in block;
}
