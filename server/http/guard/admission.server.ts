import { createRoundRobinQueue } from "../../resilience/round-robin-queue.server";

/** The queue of requests between the HTTP layer and the pages. */
export interface Admission {
  /**
   * Waits for a request's turn. Client networks take turns, and only a few requests start per turn of the event loop:
   * when 200 arrive together, timers, signals and health checks still run between them.
   *
   * @param network the client's network, whose requests keep their order
   * @returns whether to go on; false when the process is about to exit and the request must be refused cheaply
   */
  enter: (network: string) => Promise<boolean>;
  /**
   * Waits again in the middle of a request, before long work: requests that waited for the same figures would otherwise
   * all continue at once. Resumed requests go before new requests of their network.
   */
  resume: (network: string) => Promise<boolean>;
  /**
   * Whether a new request of a network should be refused: many requests wait, the oldest for longer than the event loop
   * may lag, and the network has its share of them. A few long waits, or many requests that have just arrived, are no
   * overload, and a crowd from one network is no overload for the others.
   */
  overloaded(network: string): boolean;
  /** Lets no request through until {@link release}; new requests wait. */
  hold(): void;
  release(): void;
  /** Refuses all waiting requests, and all that arrive from now on. */
  close(): void;
}

/** After a turn of the event loop shorter than this, the next batch is twice as large, up to the largest batch. */
const SHORT_TURN_MS = 5;
const LARGEST_BATCH = 4;

/** Longest lag of the event loop in milliseconds, and number of waiting requests, below which there is no overload. */
const LONGEST_LAG_MS = 200;
const FEW = 64;

interface WaitingRequest {
  goOn: (admitted: boolean) => void;
  /** Monotonic milliseconds. */
  since: number;
}

export function createAdmission(): Admission {
  const queue = createRoundRobinQueue<WaitingRequest>();
  let state: "open" | "held" | "closed" = "open";
  let scheduled = false;
  let batch = 1;
  let lastTurn = 0;

  function schedule(): void {
    if (scheduled || state !== "open" || queue.size === 0) return;
    scheduled = true;
    setImmediate(admitBatch);
  }

  function admitBatch(): void {
    scheduled = false;
    if (state !== "open") return;
    const now = performance.now();
    batch = now - lastTurn < SHORT_TURN_MS ? Math.min(2 * batch, LARGEST_BATCH) : 1;
    lastTurn = now;
    const admitted: WaitingRequest[] = [];
    for (let request = queue.next(); request !== undefined;) {
      admitted.push(request);
      request = admitted.length < batch ? queue.next() : undefined;
    }
    schedule();
    for (const { goOn } of admitted) goOn(true);
  }

  function wait(network: string, isResumed: boolean): Promise<boolean> {
    if (state === "closed") return Promise.resolve(false);
    return new Promise((goOn) => {
      queue.add(network, { goOn, since: performance.now() }, isResumed);
      schedule();
    });
  }

  return {
    enter: (network) => wait(network, false),
    resume: (network) => wait(network, true),
    overloaded(network) {
      if (queue.size < FEW || state !== "open" || !queue.hasShare(network, FEW)) return false;
      const longAgo = performance.now() - LONGEST_LAG_MS;
      for (const { since } of queue.heads()) if (since < longAgo) return true;
      return false;
    },
    hold() {
      if (state === "open") state = "held";
    },
    release() {
      if (state === "held") state = "open";
      schedule();
    },
    close() {
      state = "closed";
      for (let next = queue.next(); next !== undefined; next = queue.next()) next.goOn(false);
    },
  };
}
