import { LRUCache } from "lru-cache";
import type { UpstreamError } from "../upstream/upstream-error.server";
import { fixedKeys } from "./cache-keys.server";
import { FIRST_COOL_DOWN_MS } from "./failures.server";

/** So many refusals are remembered, of about 1 KB each at most; a forgotten one is made again without a call. */
export const MOST_REFUSALS = 2_000;

/** In whose name the answers of the default views are fetched: their failures are everybody's. */
const EVERYBODY = "everybody";

/**
 * Fetches that were refused to the network that asked, because there was no place for it or it had asked for enough. They
 * are no failures of a key: whoever else wants the same is to be asked for.
 */
export interface Refusals {
  /** Who asks for a key at this moment. */
  askerOf(key: string): string;
  /** With what who asks for a key is answered at a moment of the monotonic clock; undefined when it may be fetched. */
  get(key: string, elapsed: number): UpstreamError | undefined;
  note(asker: string, key: string, error: UpstreamError, elapsed: number): void;
}

/** @param network the client network that asks at this moment */
export function createRefusals(network: () => string = () => EVERYBODY): Refusals {
  const refusals = new LRUCache<string, { error: UpstreamError; until: number }>({
    max: MOST_REFUSALS,
  });
  const askerOf = (key: string) => (fixedKeys.has(key) ? EVERYBODY : network());
  return {
    askerOf,
    get(key, elapsed) {
      const refusal = refusals.size > 0 ? refusals.get(`${askerOf(key)} ${key}`) : undefined;
      return refusal && elapsed < refusal.until ? refusal.error : undefined;
    },
    note(asker, key, error, elapsed) {
      const until = elapsed + (error.retryAfterMs ?? FIRST_COOL_DOWN_MS);
      refusals.set(`${asker} ${key}`, { error, until });
    },
  };
}
