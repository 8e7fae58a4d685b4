import type { Cached } from "server/cache/cached.server";

/** One read of the dashboard: what was got, with its age, or the sentence that says why not. */
export type Block<T> = Cached<T> | { error: string };

export function isFailed<T>(block: Block<T>): block is { error: string } {
  return "error" in block;
}
