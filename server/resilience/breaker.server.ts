import { until } from "./deadline.server";

/** `half-open` begins when the cool-down ends: the next call is let through to test the server. */
export type BreakerState = "closed" | "open" | "half-open";

/** What the outcome of a call says about the guarded server; `inconclusive` when it says nothing. */
export type Judgement = "healthy" | "faulty" | "inconclusive";

/** How a call ended. */
export type Outcome<T> = { value: T } | { error: unknown };

export interface BreakerOptions {
  /** Number of consecutive `faulty` calls after which the breaker opens. */
  threshold: number;
  /** Milliseconds for which an open breaker refuses all calls; doubled after each failed probe up to the longest. */
  firstCoolDownMs: number;
  longestCoolDownMs: number;
  /** Creates the error of a refused call. */
  refuse: () => Error;
  /** Called when a call has changed the state. The end of a cool-down is not reported, because no call causes it. */
  onChange?: ((state: BreakerState) => void) | undefined;
}

export interface Breaker {
  state(): BreakerState;
  /**
   * Makes a call and rejects with its error. While the breaker is half-open, the first call is the probe, and later
   * calls wait for its outcome.
   *
   * @param judge judges the server by the call's outcome
   * @param tooLate when this signal aborts, a call that still waits for a probe is refused
   * @throws the error of `refuse` when the call was not made
   */
  execute<T>(
    call: () => Promise<T>,
    judge: (outcome: Outcome<T>) => Judgement,
    tooLate?: AbortSignal,
  ): Promise<T>;
}

/** Creates a circuit breaker that counts consecutive faults. It uses the monotonic clock. */
export function createBreaker(options: BreakerOptions): Breaker {
  const { threshold, firstCoolDownMs, longestCoolDownMs, refuse, onChange } = options;
  let faults = 0;
  /** Null while the breaker is closed. */
  let coolDown: { ms: number; until: number } | null = null;
  let probe: Promise<unknown> | null = null;
  /** The number of state changes. Outcomes of calls that began before the last change are ignored. */
  let era = 0;

  const isOpen = () => coolDown !== null && performance.now() < coolDown.until;

  function change(next: typeof coolDown): void {
    coolDown = next;
    faults = 0;
    era += 1;
    onChange?.(next === null ? "closed" : "open");
  }

  function note(judgement: Judgement, startEra: number): void {
    if (startEra !== era || judgement === "inconclusive") return;
    if (judgement === "healthy") {
      faults = 0;
      if (coolDown !== null) change(null);
      return;
    }
    faults += 1;
    if (coolDown === null && faults < threshold) return;
    const ms = coolDown === null ? firstCoolDownMs : Math.min(2 * coolDown.ms, longestCoolDownMs);
    change({ ms, until: performance.now() + ms });
  }

  async function run<T>(call: () => Promise<T>, judge: (outcome: Outcome<T>) => Judgement) {
    const startEra = era;
    try {
      const value = await call();
      note(judge({ value }), startEra);
      return value;
    } catch (error) {
      note(judge({ error }), startEra);
      throw error;
    }
  }

  return {
    state: () => (coolDown === null ? "closed" : isOpen() ? "open" : "half-open"),
    async execute(call, judge, tooLate) {
      while (probe !== null) await (tooLate ? until(tooLate, probe, refuse) : probe);
      if (isOpen()) throw refuse();
      if (coolDown === null) return run(call, judge);
      onChange?.("half-open");
      const running = run(call, judge);
      const end = () => void (probe = null);
      probe = running.then(end, end);
      return running;
    },
  };
}
