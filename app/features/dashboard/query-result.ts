import type { Cached } from "server/cache/stale-while-revalidate.server";

/** The sentence that says why something could not be got, and from when on it may be asked for again (epoch milliseconds). */
export interface FailedQuery {
  error: string;
  retryAt?: number | undefined;
  /** The visitor's network has asked for enough. */
  overLimit?: true | undefined;
}

/** One read of the dashboard: what was got, with its age, or why not. */
export type QueryResult<T> = Cached<T> | FailedQuery;

export function isFailed<T>(result: QueryResult<T>): result is FailedQuery {
  return "error" in result;
}
