/** The way of requests from the HTTP layer to the pages. */
export interface Admission {
  /**
   * Runs a request, in the order of arrival and only a few each turn of the event loop: when 200 arrive
   * together, timers, signals and health checks have their turn between them.
   *
   * @param run answers the request
   * @param turnAway answers it cheaply, when the process has no time left for it
   */
  enter(run: () => void, turnAway: () => void): void;
  /**
   * Waits for a turn in the middle of a request, before work that takes long: requests that waited for the
   * same figures all go on at one moment. They come before those who have not entered yet.
   *
   * @returns whether to go on; otherwise the request is to be turned away
   */
  resume(): Promise<boolean>;
  /**
   * Whether whoever enters now had better be sent away: many wait, and the first of them for longer than the
   * event loop may lag. A few who wait long, or many who have just come together, are no overload.
   */
  overloaded(): boolean;
  /** Lets nobody through until {@link release}; those who enter wait. */
  hold(): void;
  release(): void;
  /** Turns away who waits, and whoever comes from now on. */
  close(): void;
}

/** After a turn that was shorter than this the next may take twice as many requests, up to a number. */
const SHORT_TURN_MS = 5;
const LARGEST_BATCH = 4;

/** Longest lag of the event loop in milliseconds, and the number of waiting requests, that are no overload. */
const LONGEST_LAG_MS = 200;
const FEW = 64;

interface Waiting {
  run: () => void;
  turnAway: () => void;
  /** Monotonic milliseconds. */
  since: number;
}

export function createAdmission(): Admission {
  const resuming: Waiting[] = [];
  const entering: Waiting[] = [];
  let state: "open" | "held" | "closed" = "open";
  let scheduled = false;
  let batch = 1;
  let lastTurn = 0;

  function schedule(): void {
    if (scheduled || state !== "open" || resuming.length + entering.length === 0) return;
    scheduled = true;
    setImmediate(admitBatch);
  }

  function admitBatch(): void {
    scheduled = false;
    if (state !== "open") return;
    const now = performance.now();
    batch = now - lastTurn < SHORT_TURN_MS ? Math.min(2 * batch, LARGEST_BATCH) : 1;
    lastTurn = now;
    const admitted = resuming.splice(0, batch);
    admitted.push(...entering.splice(0, batch - admitted.length));
    schedule();
    for (const { run } of admitted) run();
  }

  function wait(queue: Waiting[], waiting: Omit<Waiting, "since">): void {
    if (state === "closed") return waiting.turnAway();
    queue.push({ ...waiting, since: performance.now() });
    schedule();
  }

  return {
    enter: (run, turnAway) => wait(entering, { run, turnAway }),
    resume: () =>
      new Promise((resolve) =>
        wait(resuming, { run: () => resolve(true), turnAway: () => resolve(false) }),
      ),
    overloaded() {
      const first = entering[0];
      if (first === undefined || entering.length < FEW || state !== "open") return false;
      return performance.now() - first.since > LONGEST_LAG_MS;
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
      for (const { turnAway } of [...resuming.splice(0), ...entering.splice(0)]) turnAway();
    },
  };
}
