import { networksOf, type Network } from "../process/client-address.server";

/** How many of a thing may be open at the same time. */
export interface ConcurrencyLimits {
  /** Wider networks of IPv6 may have a multiple of it, as long as another client finds room. */
  readonly perClient: number;
  readonly inAll: number;
}

/** The limits of what holds a connection or the upstream for long. */
export const concurrencyLimits = {
  /** An export reads the upstream page by page for as long as its reader takes. */
  exports: { perClient: 2, inAll: 6 },
  /** Offices and carrier networks put many people behind one address. */
  eventStreams: { perClient: 20, inAll: 5_000 },
} as const satisfies Record<string, ConcurrencyLimits>;

/** Places of one kind, counted for each client network and in all. */
export interface Slots {
  /**
   * @param clientAddress counted in each of its networks
   * @returns a place, or which limit is reached
   */
  take(clientAddress: string): Promise<Place | SlotLimit>;
  /** The number of taken places. */
  open(): number;
}

export interface Place {
  /** Gives the place back; to be called once. */
  leave(): void;
}

/** The places of the same kind on all processes together. */
export interface SharedSlots {
  /**
   * Reports that this process holds so many places for a network, the wanted one included.
   *
   * @returns whether all processes together hold no more than the limit
   */
  claim(network: string, own: number, limit: number): Promise<boolean>;
  /** Reports how many places this process holds for each of some networks. */
  tell(holdings: readonly [network: string, own: number][]): void;
  /** Calls back when everything that this process holds is to be reported again. */
  onBack(listener: () => void): void;
}

/** Which limit is reached. */
export type SlotLimit = "client-full" | "all-full";

/**
 * The limit of one client holds on all processes together, the limit in all for this process.
 *
 * @param onFull called whenever there was no place
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
