import { createRoundRobinQueue } from "../../resilience/round-robin-queue.server";

/** The way of requests from the HTTP layer to the pages. */
export interface Admission {
  /**
   * Waits for a request's turn. There are turns by client network, and only a few each turn of the event loop: when 200
   * arrive together, timers, signals and health checks have their turn between them.
   *
   * @param network of the client, whose requests keep their order
   * @returns whether to go on; otherwise the process has no time left, and the request is to be turned away cheaply
   */
  enter: (network: string) => Promise<boolean>;
  /**
   * Waits again in the middle of a request, before work that takes long: requests that waited for the same figures all
   * go on at one moment. They go before requests of their network that have not entered yet.
   */
  resume: (network: string) => Promise<boolean>;
  /**
   * Whether a request that enters now from a network should be refused: many wait, the first of them for longer than the
   * event loop may lag, and the network has its share of them. A few who wait long, or many who have just come
   * together, are no overload; and a crowd from one network is none for the others.
   */
  overloaded(network: string): boolean;
  /** Lets no request through until {@link release}; requests that enter wait. */
  hold(): void;
  release(): void;
  /** Turns away all requests that wait, and those that come from now on. */
  close(): void;
}

/** After a turn that was shorter than this the next may take twice as many requests, up to a number. */
const SHORT_TURN_MS = 5;
const LARGEST_BATCH = 4;

/** Longest lag of the event loop in milliseconds, and the number of waiting requests, that are no overload. */
const LONGEST_LAG_MS = 200;
const FEW = 64;

interface Waiting {
  goOn: (admitted: boolean) => void;
  /** Monotonic milliseconds. */
  since: number;
}

export function createAdmission(): Admission {
  const queue = createRoundRobinQueue<Waiting>();
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
    const admitted: Waiting[] = [];
    for (let one = queue.next(); one !== undefined;) {
      admitted.push(one);
      one = admitted.length < batch ? queue.next() : undefined;
    }
    schedule();
    for (const { goOn } of admitted) goOn(true);
  }

  function wait(network: string, isHalfway: boolean): Promise<boolean> {
    if (state === "closed") return Promise.resolve(false);
    return new Promise((goOn) => {
      queue.add(network, { goOn, since: performance.now() }, isHalfway);
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
      for (let one = queue.next(); one !== undefined; one = queue.next()) one.goOn(false);
    },
  };
}
