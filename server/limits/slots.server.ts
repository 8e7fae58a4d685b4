import pLimit, { type LimitFunction } from "p-limit";
import { clientNetwork } from "../process/request-context.server";

/** The most exports and reports at once, in this process. */
export const exportLimits = { perClient: 2, inAll: 6 };

/** The limits that may be reached: of one client network, and of all together. */
export const slotLimits = ["client-full", "all-full"] as const;

export type SlotLimit = (typeof slotLimits)[number];

export interface Slot {
  leave(): void;
}

export type Slots = ReturnType<typeof createSlots>;

/** Counts slots of one kind for each client network and in total. @param onFull called whenever a slot is refused */
export function createSlots(
  { perClient, inAll }: typeof exportLimits,
  onFull?: (limit: SlotLimit) => void,
) {
  /** The network of each taken slot. */
  const taken: string[] = [];
  return {
    /** The number of taken slots. */
    open: () => taken.length,
    /**
     * @param clientAddress the slot counts for the network of this address
     * @returns a slot, which is given back once, or the limit that is reached
     */
    take(clientAddress: string): Slot | SlotLimit {
      const network = clientNetwork(clientAddress);
      const isFull = taken.filter((other) => other === network).length >= perClient;
      if (isFull || taken.length >= inAll) {
        const limit = isFull ? "client-full" : "all-full";
        onFull?.(limit);
        return limit;
      }
      taken.push(network);
      return { leave: () => void taken.splice(taken.indexOf(network), 1) };
    },
  };
}

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
        // Up to 40 % shorter at random: calls that wait together are refused one by one, and the pages that say so are not
        // rendered in a row, which would block the process.
        const wait = waitMs * (1 - 0.4 * Math.random());
        const timer = setTimeout(() => {
          isLate = true;
          reject(refuse());
        }, wait);
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
