import { networksOf } from "../process/client-address.server";
import { createRoundRobinQueue } from "./round-robin-queue.server";

/** Limits the number of concurrent calls. Calls without a free slot wait; client networks take turns. */
export interface FairSlots {
  /**
   * Runs a call when a slot is free.
   *
   * @param network the client network that the call is for
   * @param tooLate when this signal aborts, a call that still waits is refused
   * @throws the error of `refuse` when the call was not started: it waited too long, or the queue was full and its
   *   network had the most waiting calls
   */
  execute<T>(network: string, call: () => Promise<T>, tooLate: AbortSignal): Promise<T>;
}

export interface FairSlotsOptions {
  atOnce: number;
  /** Most slots of one client network, and of each wider network around it; the other slots are for other clients. */
  perNetwork: number;
  /** Slots reserved for networks that hold none, so that two or three networks cannot take all slots. */
  keptForNewcomers: number;
  mostWaiting: number;
  refuse: () => Error;
}

/** Ends the wait of a call, with or without a slot. */
type Waiting = (hasSlot: boolean) => void;

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { atOnce, perNetwork, keptForNewcomers, mostWaiting, refuse } = options;
  const queue = createRoundRobinQueue<Waiting>();
  /** The number of slots that each network holds. */
  const slotsByNetwork = new Map<string, number>();
  let underWay = 0;

  const slotsOf = (name: string) => slotsByNetwork.get(name) ?? 0;
  function mayBegin(network: string): boolean {
    const limit = underWay < atOnce - keptForNewcomers ? perNetwork : 1;
    return networksOf(network).every(({ name }) => slotsOf(name) < limit);
  }

  function hold(network: string, change: 1 | -1): void {
    underWay += change;
    for (const { name } of networksOf(network)) {
      const count = slotsOf(name) + change;
      if (count === 0) slotsByNetwork.delete(name);
      else slotsByNetwork.set(name, count);
    }
  }

  async function run<T>(network: string, call: () => Promise<T>): Promise<T> {
    hold(network, 1);
    try {
      return await call();
    } finally {
      hold(network, -1);
      while (underWay < atOnce) {
        const next = queue.next(mayBegin);
        if (next === undefined) break;
        next(true);
      }
    }
  }

  return {
    execute(network, call, tooLate) {
      if (tooLate.aborted) return Promise.reject(refuse());
      // A free slot is given to waiting calls first, so this call overtakes none that could have taken it.
      if (underWay < atOnce && mayBegin(network)) return run(network, call);
      return new Promise((resolve, reject) => {
        const onTooLate = () => {
          queue.remove(network, endWait);
          endWait(false);
        };
        const endWait: Waiting = (hasSlot) => {
          tooLate.removeEventListener("abort", onTooLate);
          if (hasSlot) resolve(run(network, call));
          else reject(refuse());
        };
        tooLate.addEventListener("abort", onTooLate, { once: true });
        queue.add(network, endWait);
        if (queue.size > mostWaiting) queue.newestOfLargest()?.(false);
      });
    },
  };
}
