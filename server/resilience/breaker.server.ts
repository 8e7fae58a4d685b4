/** `half-open` from the moment on at which the next call is let through to see whether all is well again. */
export type BreakerState = "closed" | "open" | "half-open";

/** What the end of a call says of the thing that the breaker guards; `neither` when it says nothing of it. */
export type Judgement = "well" | "ill" | "neither";

/** How a call ended. */
export type Outcome<T> = { value: T } | { error: unknown };

/** A call that was not made, because the breaker is open. */
export class BreakerOpenError extends Error {
  override readonly name = "BreakerOpenError";
}

export interface BreakerOptions {
  /** How many calls in a row that say `ill` open it. */
  threshold: number;
  /** For how many milliseconds it lets nothing through; twice as long after each probe that fails, up to the longest. */
  firstRestMs: number;
  longestRestMs: number;
  /** Called when a call has changed the state. The end of a rest is not reported: it happens without a call. */
  onChange?: ((state: BreakerState) => void) | undefined;
}

export interface Breaker {
  state(): BreakerState;
  /**
   * Makes a call and rejects with its error. While the breaker is half-open the first call is the probe, and those
   * that come meanwhile wait for what becomes of it.
   *
   * @param judge what the call's end says
   * @throws BreakerOpenError when the call was not made
   */
  execute<T>(call: () => Promise<T>, judge: (outcome: Outcome<T>) => Judgement): Promise<T>;
}

/** A circuit breaker over consecutive faults, on a clock that cannot be set back. */
export function createBreaker(options: BreakerOptions): Breaker {
  const { threshold, firstRestMs, longestRestMs, onChange } = options;
  let faults = 0;
  /** Null while it is closed. */
  let rest: { ms: number; until: number } | null = null;
  let probe: Promise<unknown> | null = null;
  /** Counts the changes of state: a call that began before the last one does not judge the state after it. */
  let era = 0;

  const isResting = () => rest !== null && performance.now() < rest.until;

  function change(next: typeof rest): void {
    rest = next;
    faults = 0;
    era += 1;
    onChange?.(next === null ? "closed" : "open");
  }

  function note(judgement: Judgement, begunIn: number): void {
    if (begunIn !== era || judgement === "neither") return;
    if (judgement === "well") {
      faults = 0;
      if (rest !== null) change(null);
      return;
    }
    faults += 1;
    if (rest === null && faults < threshold) return;
    const ms = rest === null ? firstRestMs : Math.min(2 * rest.ms, longestRestMs);
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
    state: () => (rest === null ? "closed" : isResting() ? "open" : "half-open"),
    async execute(call, judge) {
      while (probe !== null) await probe;
      if (isResting()) throw new BreakerOpenError("The breaker is open");
      if (rest === null) return run(call, judge);
      onChange?.("half-open");
      const running = run(call, judge);
      const end = () => void (probe = null);
      probe = running.then(end, end);
      return running;
    },
  };
}
