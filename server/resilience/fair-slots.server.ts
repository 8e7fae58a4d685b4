import { networksOf } from "./client-network.server";
import { createRoundRobinQueue } from "./round-robin-queue.server";

/** Slots for calls under way at once; who finds none waits in turns by client network. */
export interface FairSlots {
  /**
   * Runs a call when there is a place.
   *
   * @param network the client network that the call is for
   * @param tooLate what has not begun when it aborts is not begun any more
   * @throws what `refuse` makes when the call was not begun: too late, or of the network of which most waits while all
   *   waiting places are taken
   */
  execute<T>(network: string, call: () => Promise<T>, tooLate: AbortSignal): Promise<T>;
}

export interface FairSlotsOptions {
  atOnce: number;
  /** How many of them one client network may hold, and each wider one around it: the rest is for others. */
  perNetwork: number;
  /** How many of them only a network that holds none may take, so that two or three do not hold all. */
  keptForNewcomers: number;
  mostWaiting: number;
  refuse: () => Error;
}

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

export function createFairSlots(options: FairSlotsOptions): FairSlots {
  const { atOnce, perNetwork, keptForNewcomers, mostWaiting, refuse } = options;
  const queue = createRoundRobinQueue<Waiting>();
  /** Slots that are taken, by each network that holds some. */
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

  function leave(network: string): void {
    hold(network, -1);
    while (underWay < atOnce) {
      const next = queue.next(mayBegin);
      if (next === undefined) return;
      next.begin();
    }
  }

  async function run<T>(network: string, call: () => Promise<T>): Promise<T> {
    hold(network, 1);
    try {
      return await call();
    } finally {
      leave(network);
    }
  }

  return {
    execute(network, call, tooLate) {
      if (tooLate.aborted) return Promise.reject(refuse());
      // None of those who wait may begin now: nobody is overtaken.
      if (underWay < atOnce && mayBegin(network)) return run(network, call);
      return new Promise((resolve, reject) => {
        const onTooLate = () => {
          queue.remove(network, waiting);
          reject(refuse());
        };
        const waiting: Waiting = {
          begin() {
            tooLate.removeEventListener("abort", onTooLate);
            resolve(run(network, call));
          },
          giveUp() {
            tooLate.removeEventListener("abort", onTooLate);
            reject(refuse());
          },
        };
        tooLate.addEventListener("abort", onTooLate, { once: true });
        queue.add(network, waiting);
        if (queue.size > mostWaiting) queue.newestOfLargest()?.giveUp();
      });
    },
  };
}
