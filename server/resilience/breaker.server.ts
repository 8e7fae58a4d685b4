import { until } from "./deadline.server";

/** `half-open` from the end of the cool-down on: the next call is let through to see whether all is well again. */
export type BreakerState = "closed" | "open" | "half-open";

/** What the end of a call says about the guarded server; `neither` when it says nothing about it. */
export type Judgement = "well" | "ill" | "neither";

/** How a call ended. */
export type Outcome<T> = { value: T } | { error: unknown };

export interface BreakerOptions {
  /** After so many `ill` calls in a row the breaker opens. */
  threshold: number;
  /** Milliseconds for which an open breaker lets nothing through; doubled after each failed probe up to the longest. */
  firstCoolDownMs: number;
  longestCoolDownMs: number;
  /** Makes the error of a call that was not made. */
  refuse: () => Error;
  /** Called when a call has changed the state. The end of a cool-down is not reported, because no call causes it. */
  onChange?: ((state: BreakerState) => void) | undefined;
}

export interface Breaker {
  state(): BreakerState;
  /**
   * Makes a call and rejects with its error. While the breaker is half-open the first call is the probe, and those
   * that come meanwhile wait for its outcome.
   *
   * @param judge what the call's end says
   * @param tooLate when it aborts, a call that still waits for a probe is refused
   * @throws what `refuse` makes when the call was not made
   */
  execute<T>(
    call: () => Promise<T>,
    judge: (outcome: Outcome<T>) => Judgement,
    tooLate?: AbortSignal,
  ): Promise<T>;
}

/** A circuit breaker over consecutive faults, on a clock that cannot be set back. */
export function createBreaker(options: BreakerOptions): Breaker {
  const { threshold, firstCoolDownMs, longestCoolDownMs, refuse, onChange } = options;
  let faults = 0;
  /** Null while the breaker is closed. */
  let coolDown: { ms: number; until: number } | null = null;
  let probe: Promise<unknown> | null = null;
  /** The number of state changes. A call that began before the last change says nothing about the state after it. */
  let era = 0;

  const isOpen = () => coolDown !== null && performance.now() < coolDown.until;

  function change(next: typeof coolDown): void {
    coolDown = next;
    faults = 0;
    era += 1;
    onChange?.(next === null ? "closed" : "open");
  }

  function note(judgement: Judgement, begunIn: number): void {
    if (begunIn !== era || judgement === "neither") return;
    if (judgement === "well") {
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
    const begunIn = era;
    try {
      const value = await call();
      note(judge({ value }), begunIn);
      return value;
    } catch (error) {
      note(judge({ error }), begunIn);
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
