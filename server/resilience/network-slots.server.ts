import pLimit, { type LimitFunction } from "p-limit";

export interface NetworkSlotsOptions {
  /** Most calls of one client network at a time. */
  atOnce: number;
  /** Longest wait of a call for its turn, in milliseconds. */
  waitMs: number;
  /** Creates the error of a call that waited too long. */
  refuse: () => Error;
}

/** Limits the concurrent calls of each client network, so that a network waits only for its own calls. */
export interface NetworkSlots {
  /** Runs a call when its network has a free slot. @throws the error of `refuse` when the call was not started */
  run<T>(network: string, call: () => Promise<T>): Promise<T>;
}

export function createNetworkSlots({ atOnce, waitMs, refuse }: NetworkSlotsOptions): NetworkSlots {
  /** Only networks with a running call. */
  const limits = new Map<string, LimitFunction>();

  return {
    run(network, call) {
      const limit = limits.get(network) ?? pLimit(atOnce);
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
          if (limit.activeCount + limit.pendingCount <= 1) limits.delete(network);
        });
      });
    },
  };
}
