import { createRoundRobinQueue } from "../round-robin-queue.server";
import { busy } from "./upstream-error.server";

/** Slots for calls under way at once; who finds none waits in turns by client network. */
export interface FairSlots {
  /**
   * Runs a call when there is a place.
   *
   * @param network the client network that the call is for
   * @param tooLate what has not begun when it aborts is not begun any more
   * @throws {@link busy} when it was not begun: too late, or of the network of which most waits while all waiting
   *   places are taken
   */
  execute<T>(network: string, call: () => Promise<T>, tooLate: AbortSignal): Promise<T>;
}

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

export function createFairSlots(atOnce: number, mostWaiting: number): FairSlots {
  const queue = createRoundRobinQueue<Waiting>();
  let underWay = 0;

  function leave(): void {
    underWay -= 1;
    queue.next()?.begin();
  }

  async function run<T>(call: () => Promise<T>): Promise<T> {
    underWay += 1;
    try {
      return await call();
    } finally {
      leave();
    }
  }

  return {
    execute(network, call, tooLate) {
      if (tooLate.aborted) return Promise.reject(busy());
      if (underWay < atOnce) return run(call);
      return new Promise((resolve, reject) => {
        const onTooLate = () => {
          queue.remove(network, waiting);
          reject(busy());
        };
        const waiting: Waiting = {
          begin() {
            tooLate.removeEventListener("abort", onTooLate);
            resolve(run(call));
          },
          giveUp() {
            tooLate.removeEventListener("abort", onTooLate);
            reject(busy());
          },
        };
        tooLate.addEventListener("abort", onTooLate, { once: true });
        queue.add(network, waiting);
        if (queue.size > mostWaiting) queue.newestOfLargest()?.giveUp();
      });
    },
  };
}
