import { EVERYBODY, networkUnderWay } from "../process/request-context.server";
import type { Limits } from "../limits/limits.server";
import { overLimit } from "../upstream/upstream-error.server";

/**
 * Counts reads of the core API that a visitor chose, by the client network under way. What no visitor asked for is not
 * counted.
 *
 * @returns counts one; rejects with an UpstreamError `over-limit` when the network has asked for enough
 */
export function createChosenReadCount(limits: Pick<Limits, "take">): () => Promise<void> {
  return async () => {
    const network = networkUnderWay();
    if (network === EVERYBODY) return;
    const taken = await limits.take([{ rule: "chosenRead", key: network }]);
    if (!taken.ok) throw overLimit(taken.until);
  };
}
