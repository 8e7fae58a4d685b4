import { networksOf } from "../process/client-address.server";
import { createRoundRobinQueue } from "./round-robin-queue.server";

/** A bounded number of calls under way at once. Calls that find no free slot wait in turns by client network. */
export interface FairSlots {
  /**
   * Runs a call when a slot is free.
   *
   * @param network the client network that the call is for
   * @param tooLate when it aborts, a call that still waits is refused
   * @throws what `refuse` makes when the call was not begun: it waited too long, or too many wait and its network has
   *   more waiting calls than any other
   */
  execute<T>(network: string, call: () => Promise<T>, tooLate: AbortSignal): Promise<T>;
}

export interface FairSlotsOptions {
  atOnce: number;
  /** How many slots one client network may hold, and each wider network around it; the others are for other clients. */
  perNetwork: number;
  /** How many slots only a network without one may take, so that two or three networks do not hold all. */
  keptForNewcomers: number;
  mostWaiting: number;
  refuse: () => Error;
}

/** Ends the wait of a call, with a slot or without one. */
type Waiting = (hasSlot: boolean) => void;

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { atOnce, perNetwork, keptForNewcomers, mostWaiting, refuse } = options;
  const queue = createRoundRobinQueue<Waiting>();
  /** The number of slots that each network holds. */
  const held = new Map<string, number>();
  let underWay = 0;

  const heldBy = (name: string) => held.get(name) ?? 0;
  function mayBegin(network: string): boolean {
    const most = underWay < atOnce - keptForNewcomers ? perNetwork : 1;
    return networksOf(network).every(({ name }) => heldBy(name) < most);
  }

  function hold(network: string, change: 1 | -1): void {
    underWay += change;
    for (const { name } of networksOf(network)) {
      const now = heldBy(name) + change;
      if (now === 0) held.delete(name);
      else held.set(name, now);
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
      // Whenever a slot becomes free, all waiting calls that may take it do: this call overtakes none of them.
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
