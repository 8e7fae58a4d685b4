import { clientNetwork } from "../process/client-address.server";

/** The maximum number of places of one kind that may be taken at the same time, in this process. */
export interface ConcurrencyLimits {
  readonly perClient: number;
  readonly inAll: number;
}

/** The limits of requests that occupy a connection or the upstream for long. */
export const concurrencyLimits = {
  /** An export reads the upstream page by page, for as long as the client takes to read it. */
  exports: { perClient: 2, inAll: 6 },
} as const satisfies Record<string, ConcurrencyLimits>;

/** The places of one kind, counted for each client network and in total. */
export interface Slots {
  /**
   * @param clientAddress the place counts for the network of this address
   * @returns a place, or the limit that is reached
   */
  take(clientAddress: string): Place | SlotLimit;
  /** The number of taken places. */
  open(): number;
}

export interface Place {
  /** Gives the place back. To be called once. */
  leave(): void;
}

/** The limit that is reached: of one client, or in total. */
export type SlotLimit = "client-full" | "all-full";

/** @param onFull called whenever a place is refused */
export function createSlots(
  { perClient, inAll }: ConcurrencyLimits,
  onFull?: (limit: SlotLimit) => void,
): Slots {
  const byNetwork = new Map<string, number>();
  let total = 0;
  const countOf = (network: string) => byNetwork.get(network) ?? 0;

  function leave(network: string): void {
    total -= 1;
    const remaining = countOf(network) - 1;
    if (remaining > 0) byNetwork.set(network, remaining);
    else byNetwork.delete(network);
  }

  return {
    open: () => total,
    take(clientAddress) {
      const network = clientNetwork(clientAddress);
      const isFull = countOf(network) >= perClient;
      const limit = isFull ? "client-full" : total >= inAll ? "all-full" : null;
      if (limit !== null) {
        onFull?.(limit);
        return limit;
      }
      total += 1;
      byNetwork.set(network, countOf(network) + 1);
      return { leave: () => leave(network) };
    },
  };
}
