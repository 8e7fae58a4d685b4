import pLimit, { type LimitFunction } from "p-limit";

/** Most calls at once for what the visitors of one network chose. Its hanging calls never hold up other networks. */
const AT_ONCE = 4;

/**
 * Limits the concurrent calls of each client network, so that a network waits only for its own calls.
 *
 * @param waitMs longest wait of a call for its turn, in milliseconds
 * @param refuse creates the error of a call that waited too long
 */
export function createNetworkSlots(waitMs: number, refuse: () => Error) {
  /** Only networks with a running call. */
  const limits = new Map<string, LimitFunction>();

  return {
    /** Runs a call when its network has a free slot. @throws the error of `refuse` when the call was not started */
    run<T>(network: string, call: () => Promise<T>): Promise<T> {
      const limit = limits.get(network) ?? pLimit(AT_ONCE);
      limits.set(network, limit);
      return new Promise((resolve, reject) => {
        let isLate = false;
        const timer = setTimeout(() => {
          isLate = true;
          reject(refuse());
        }, waitMs);
        const running = limit(() => {
          clearTimeout(timer);
          return isLate ? undefined : call().then(resolve, reject);
        });
        void running.then(() => {
          if (limit.activeCount + limit.pendingCount === 0) limits.delete(network);
        });
      });
    },
  };
}
