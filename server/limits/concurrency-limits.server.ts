import { networksOf, type Network } from "../resilience/client-network.server";

/** How many of a thing may be open at the same time. */
export interface ConcurrencyLimits {
  /** Wider networks of IPv6 may have a multiple of it, as long as another client finds room. */
  readonly perClient: number;
  readonly inAll: number;
}

/** What takes a connection or the upstream's time for long. */
export const concurrencyLimits = {
  /** Each reads the upstream page by page for as long as its reader takes. */
  exports: { perClient: 2, inAll: 6 },
  /** Offices and carrier networks put many people behind one address. */
  eventStreams: { perClient: 20, inAll: 5_000 },
} as const satisfies Record<string, ConcurrencyLimits>;

/** The places of one kind, counted for each client network and in all. */
export interface Slots {
  /**
   * @param clientAddress counted in each of its networks
   * @returns what is full when there was no place
   */
  take(clientAddress: string): Promise<Place | SlotLimit>;
  /** How many are taken. */
  open(): number;
}

export interface Place {
  /** Gives it to others; to be called once. */
  leave(): void;
}

/** The places of the same kind that other processes give away. */
export interface SharedSlots {
  /**
   * Tells that this process holds so many for a network, the one in question included.
   *
   * @returns whether all processes together hold no more than the limit
   */
  claim(network: string, own: number, limit: number): Promise<boolean>;
  /** Tells how many it holds for each of some networks. */
  tell(holdings: readonly [network: string, own: number][]): void;
  /** Calls back when everything that this process holds is to be told again. */
  onBack(listener: () => void): void;
}

/** What has no place left. */
export type SlotLimit = "client-full" | "all-full";

/**
 * A client's places are counted on all processes, those in all for this one.
 *
 * @param onFull told whenever there was no place
 */
export function createSlots(
  { perClient, inAll }: ConcurrencyLimits,
  onFull?: (limit: SlotLimit) => void,
  shared: SharedSlots | null = null,
): Slots {
  const byNetwork = new Map<string, number>();
  const besideAnother = Math.max(perClient, inAll - perClient);
  let all = 0;
  shared?.onBack(() => shared.tell([...byNetwork]));

  function leave(networks: readonly Network[]): void {
    all -= 1;
    for (const { name } of networks) {
      const left = (byNetwork.get(name) ?? 1) - 1;
      if (left > 0) byNetwork.set(name, left);
      else byNetwork.delete(name);
      shared?.tell([[name, left]]);
    }
  }

  function full(limit: SlotLimit): SlotLimit {
    onFull?.(limit);
    return limit;
  }

  return {
    open: () => all,
    async take(clientAddress) {
      const networks = networksOf(clientAddress);
      const claims = networks.map(({ name, times }) => {
        return {
          name,
          own: (byNetwork.get(name) ?? 0) + 1,
          limit: Math.min(perClient * times, besideAnother),
        };
      });
      if (claims.some(({ own, limit }) => own > limit)) return full("client-full");
      if (all >= inAll) return full("all-full");
      all += 1;
      for (const { name, own } of claims) byNetwork.set(name, own);
      const place = { leave: () => leave(networks) };
      if (shared === null) return place;
      let isGranted = false;
      try {
        const asked = claims.map(({ name, own, limit }) => shared.claim(name, own, limit));
        isGranted = (await Promise.all(asked)).every(Boolean);
      } finally {
        if (!isGranted) place.leave();
      }
      return isGranted ? place : full("client-full");
    },
  };
}
