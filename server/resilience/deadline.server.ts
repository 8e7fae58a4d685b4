/** One time limit for everything that a caller waits for: a free slot, the connection, the answer, its body. */
export interface Deadline {
  /** Whole milliseconds of the limit. */
  readonly limitMs: number;
  /**
   * Aborts when half of the time is gone. A call that has not been sent by then is not sent any more, because an
   * upstream that is given less time could not be blamed for a late answer.
   */
  readonly tooLate: AbortSignal;
  /** Aborts when all of it is gone. */
  readonly over: AbortSignal;
  /** Milliseconds until {@link tooLate}, not below 0. */
  untilTooLate(): number;
  /** Releases the timers. */
  end(): void;
}

/** Starts the deadline now. The caller ends it, or its timers keep the process alive. */
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
 * Waits for a promise, but not past a signal.
 *
 * @throws what `late` makes once the signal aborts; the promise's own outcome is then ignored
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
