/** One time limit for all steps of a call: waiting for a slot, the connection, the answer, its body. */
export interface Deadline {
  /** Whole milliseconds of the limit. */
  readonly limitMs: number;
  /**
   * Aborts when half of the time is over. A call that has not been sent by then is not sent any more: a late answer
   * would not be the fault of an upstream that got less than half of the time.
   */
  readonly tooLate: AbortSignal;
  /** Aborts when the whole time is over. */
  readonly over: AbortSignal;
  /** Milliseconds until {@link tooLate}, not below 0. */
  untilTooLate(): number;
  /** Releases the timers. */
  end(): void;
}

/** Starts the deadline now. The caller must call `end`, or the timers keep the process alive. */
export function startDeadline(limitMs: number): Deadline {
  const tooLate = new AbortController();
  const over = new AbortController();
  const halfway = performance.now() + limitMs / 2;
  const timers = [
    setTimeout(() => tooLate.abort(), limitMs / 2),
    setTimeout(() => over.abort(), limitMs),
  ];
  return {
    limitMs,
    tooLate: tooLate.signal,
    over: over.signal,
    untilTooLate: () => Math.max(0, halfway - performance.now()),
    end: () => timers.forEach(clearTimeout),
  };
}

/**
 * Waits for a promise until a signal aborts.
 *
 * @throws the error of `late` when the signal aborts first; the promise's own outcome is then ignored
 */
export async function until<T>(
  signal: AbortSignal,
  promise: Promise<T>,
  late: () => Error,
): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(late());
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
