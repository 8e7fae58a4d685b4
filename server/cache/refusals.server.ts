import { createBoundedMap } from "../process/memory-bounds.server";
import type { UpstreamError } from "../upstream/upstream-error.server";
import { EVERYBODY } from "../process/request-context.server";
import { fixedKeys } from "../dashboard/cache-keys.server";
import { errorBytes, FIRST_COOL_DOWN_MS } from "./failures.server";

/**
 * Fetches that were refused to one network, because it found no free slot or was over its limit. A refusal is no failure
 * of the key: another network that wants the same answer starts a fetch of its own.
 */
export interface Refusals {
  /** The network that asks at this moment; `EVERYBODY` for the answers of the default views, whoever asks. */
  askerOf(key: string): string;
  /**
   * The refusal that still holds for this network and key; undefined when the key may be fetched.
   *
   * @param elapsed monotonic milliseconds
   */
  get(key: string, elapsed: number): UpstreamError | undefined;
  note(asker: string, key: string, error: UpstreamError, elapsed: number): void;
}

/** @param network the client network that asks at this moment */
export function createRefusals(network: () => string = () => EVERYBODY): Refusals {
  const refusals = createBoundedMap<{ error: UpstreamError; until: number }>("refusals", {
    weigh: ({ error }) => errorBytes(error),
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
