/** `half-open` begins when the cool-down ends: one call at a time is let through, to test the server. */
export type BreakerState = "closed" | "open" | "half-open";

interface BreakerOptions {
  /** Whether an error is a fault of the guarded server. */
  isFault: (error: unknown) => boolean;
  /** For how many milliseconds the server wants the call that failed not to be repeated. */
  restMs: (error: unknown) => number;
  /** Creates the error of a refused call. */
  refuse: () => Error;
  /** Called when the breaker has opened or closed. */
  onChange: (state: BreakerState) => void;
}

/** Number of consecutive faults that open a breaker, at first for a second, after failed tests for up to 15 seconds. */
const THRESHOLD = 5;
const FIRST_COOL_DOWN_MS = 1_000;
const LONGEST_COOL_DOWN_MS = 15_000;

/** Creates a circuit breaker that counts consecutive faults. It uses the monotonic clock. */
export function createBreaker({ isFault, restMs, refuse, onChange }: BreakerOptions) {
  let faults = 0;
  let isClosed = true;
  let coolDownMs = 0;
  let openUntil = 0;
  /** Number of times that it opened or closed. */
  let changes = 0;
  let test: Promise<unknown> | null = null;
  /** The last call that failed. It is repeated as a test for calls that do not count. */
  let failed = { call: (): Promise<unknown> => Promise.resolve(), restsUntil: 0 };

  const isOpen = () => !isClosed && performance.now() < openUntil;

  function note(hasFailed: boolean): void {
    faults = hasFailed ? faults + 1 : 0;
    if (isClosed && faults < THRESHOLD) return;
    coolDownMs = isClosed ? FIRST_COOL_DOWN_MS : Math.min(2 * coolDownMs, LONGEST_COOL_DOWN_MS);
    isClosed = faults === 0;
    openUntil = performance.now() + coolDownMs;
    changes += 1;
    onChange(isClosed ? "closed" : "open");
  }

  async function run<T>(call: () => Promise<T>): Promise<T> {
    const before = changes;
    const running = call();
    const error: unknown = await running.then(
      () => null,
      (reason: unknown) => reason,
    );
    const hasFailed = isFault(error);
    if (hasFailed) failed = { call, restsUntil: performance.now() + restMs(error) };
    // A call that began before the breaker opened or closed says nothing new.
    if (before === changes) note(hasFailed);
    return running;
  }

  function alone<T>(running: Promise<T>): Promise<T> {
    const end = () => void (test = null);
    test = running.then(end, end);
    return running;
  }

  /**
   * Makes a call. While one call tests the server, others wait for its outcome. For a call that does not count, the call
   * that failed last is the test, unless the server wants it to rest: then the call is made, and tests nothing.
   *
   * @param counts whether the outcome of the call counts
   * @throws the error of `refuse`
   */
  async function execute<T>(call: () => Promise<T>, counts = true): Promise<T> {
    while (test !== null) await test;
    if (isOpen()) throw refuse();
    if (isClosed) return counts ? run(call) : call();
    if (counts) return alone(run(call));
    if (performance.now() < failed.restsUntil) return call();
    void alone(run(failed.call)).catch(() => undefined);
    return execute(call, counts);
  }

  return {
    state: (): BreakerState => (isClosed ? "closed" : isOpen() ? "open" : "half-open"),
    execute,
  };
}
