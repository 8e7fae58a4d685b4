import { clientNetwork } from "./client-network.server";

/** How many of a thing may be open at the same time. */
export interface OpenAtOnce {
  readonly perClient: number;
  readonly inAll: number;
}

/** What takes a connection or the upstream's time for long. */
export const openAtOnce = {
  /** Each reads the upstream page by page for as long as its reader takes. */
  exports: { perClient: 2, inAll: 6 },
  /** Offices and carrier networks put many people behind one address. */
  eventStreams: { perClient: 20, inAll: 5_000 },
} as const satisfies Record<string, OpenAtOnce>;

/** The places of one kind, counted for each client network and in all. */
export interface Places {
  /**
   * @param clientAddress counted as its network
   * @returns what is full when there was no place
   */
  take(clientAddress: string): Place | PlaceLimit;
  /** How many are taken. */
  open(): number;
}

export interface Place {
  /** Gives it to others; to be called once. */
  leave(): void;
}

/** What has no place left. */
export type PlaceLimit = "client-full" | "all-full";

/** @param onFull told whenever there was no place */
export function createPlaces(
  { perClient, inAll }: OpenAtOnce,
  onFull?: (limit: PlaceLimit) => void,
): Places {
  const byNetwork = new Map<string, number>();
  let all = 0;

  function leave(network: string): void {
    all -= 1;
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
  }

  function full(limit: PlaceLimit): PlaceLimit {
    onFull?.(limit);
    return limit;
  }

  return {
    open: () => all,
    take(clientAddress) {
      const network = clientNetwork(clientAddress);
      const own = byNetwork.get(network) ?? 0;
      if (own >= perClient) return full("client-full");
      if (all >= inAll) return full("all-full");
      all += 1;
      byNetwork.set(network, own + 1);
      return { leave: () => leave(network) };
    },
  };
}
