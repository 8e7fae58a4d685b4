/** The way of requests from the HTTP layer to the pages. */
export interface Admission {
  /**
   * Runs a request, one each turn of the event loop in the order of arrival: when 200 arrive together,
   * timers, signals and health checks have their turn between them.
   *
   * @param run answers the request
   * @param turnAway answers it cheaply, when the process has no time left for it
   */
  enter(run: () => void, turnAway: () => void): void;
  /** Lets nobody through until {@link release}; those who enter wait. */
  hold(): void;
  release(): void;
  /** Turns away who waits, and whoever comes from now on. */
  close(): void;
}

interface Waiting {
  run: () => void;
  turnAway: () => void;
}

export function createAdmission(): Admission {
  let queue: Waiting[] = [];
  let next = 0;
  let state: "open" | "held" | "closed" = "open";
  let scheduled = false;

  function schedule(): void {
    if (scheduled || state !== "open" || next === queue.length) return;
    scheduled = true;
    // In the next turn when called from here: what a page awaits runs after `run`, not within it.
    setImmediate(admitOne);
  }

  function admitOne(): void {
    scheduled = false;
    if (state !== "open") return;
    const waiting = queue[next];
    next += 1;
    if (next === queue.length) {
      queue = [];
      next = 0;
    }
    schedule();
    waiting?.run();
  }

  return {
    enter(run, turnAway) {
      if (state === "closed") return turnAway();
      queue.push({ run, turnAway });
      schedule();
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
      const left = queue.slice(next);
      queue = [];
      next = 0;
      for (const { turnAway } of left) turnAway();
    },
  };
}
