import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  handleWhen,
  noop,
  retry,
  type IBackoff,
} from "cockatiel";
import { until, type Deadline } from "./deadline.server";
import type { HttpAnswer } from "./http-attempt.server";
import { createFairSlots } from "./fair-slots.server";
import { busy, UpstreamError } from "./upstream-error.server";

/** Calls under way at once, and how many more may wait: a slow upstream is not buried under its own backlog. */
export const MAX_CONCURRENT = 6;
const MAX_WAITING = 200;

/** Faults in a row that open the breaker, and how long it then stays open, doubling with each failed probe. */
const BREAKER_THRESHOLD = 5;
const FIRST_PROBE_MS = 1_000;
const SLOWEST_PROBE_MS = 15_000;

/** A retry waits for 50 to 250 ms, so that many callers do not come back at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

export type BreakerState = "closed" | "open" | "half-open";

type Call = () => Promise<HttpAnswer>;

/**
 * How calls to one upstream are made, within the deadline that began when their caller asked. Both reject with the
 * call's own error, or when nothing was sent with {@link busy} or cockatiel's BrokenCircuitError. Who finds no place
 * waits in the turns of a client network.
 */
export interface CallPolicies {
  /** Sends at most once. */
  once(call: Call, deadline: Deadline, network: string): Promise<HttpAnswer>;
  /** Sends once more after a connection failure or 502, 503, 504; not after a timeout, whose wait is spent. */
  retried(call: Call, deadline: Deadline, network: string): Promise<HttpAnswer>;
  /** `half-open` from the moment on at which the next call would be sent as a probe. */
  breakerState(): BreakerState;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = (answer: unknown) => UNAVAILABLE.includes((answer as HttpAnswer).status);

/** What says that the upstream itself is ill. A 500 may be the fault of what was asked. */
const ill = handleWhen(
  (error) => error instanceof UpstreamError && ["connection", "timeout"].includes(error.kind),
).orWhenResult(isUnavailable);

const isConnectionFailure = (error: Error) =>
  error instanceof UpstreamError && error.kind === "connection";

/**
 * @param options whether the breaker and the retry are wanted
 * @param onBreaker called when the breaker's state has changed
 */
export function createCallPolicies(
  options: { breaker: boolean; retry: boolean },
  onBreaker: (state: BreakerState) => void,
): CallPolicies {
  let rest: Rest | undefined;
  const breaker = circuitBreaker(ill, {
    breaker: new ConsecutiveBreaker(BREAKER_THRESHOLD),
    halfOpenAfter: { next: () => new Rest(FIRST_PROBE_MS, (begun) => (rest = begun)) },
  });
  breaker.onStateChange((state) => onBreaker(stateName(state)));
  const places = createFairSlots(MAX_CONCURRENT, MAX_WAITING);
  const guarded = options.breaker ? breaker : noop;

  const once: CallPolicies["once"] = async (call, deadline, network) => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const inTime = () => {
      if (deadline.tooLate.aborted) throw busy();
      begin();
      return call();
    };
    // The breaker is asked last: what waited for a place is not sent to an upstream found dead meanwhile.
    const answer = places.execute(network, () => guarded.execute(inTime), deadline.tooLate);
    // Who has been sent away does not hear of it any more.
    answer.catch(() => undefined);
    await until(deadline.tooLate, Promise.race([begun, answer]), () =>
      breaker.state === CircuitState.HalfOpen ? new BrokenCircuitError() : busy(),
    );
    return answer;
  };

  return {
    once,
    retried: (call, deadline, network) =>
      options.retry
        ? onceMore(deadline).execute(() => once(call, deadline, network))
        : once(call, deadline, network),
    // cockatiel's state changes only when somebody calls, which may be much later.
    breakerState: () =>
      breaker.state === CircuitState.Open && rest?.over ? "half-open" : stateName(breaker.state),
  };
}

/** The second try belongs to the same deadline, and begins only while there is time for it. */
function onceMore(deadline: Deadline) {
  const worthIt = handleWhen((error) => isConnectionFailure(error) && !deadline.tooLate.aborted);
  return retry(
    worthIt.orWhenResult((answer) => isUnavailable(answer) && !deadline.tooLate.aborted),
    {
      maxAttempts: 1,
      backoff: new DelegateBackoff(() => Math.min(retryDelayMs(), deadline.untilTooLate() / 2)),
    },
  );
}

/**
 * The time for which an open breaker sends nothing, doubling with each failed probe. cockatiel compares with the
 * wall clock, which can jump; so the comparison is made here, by the clock that cannot.
 */
class Rest implements IBackoff<unknown> {
  readonly #until: number;

  constructor(
    readonly milliseconds: number,
    readonly onBegin: (rest: Rest) => void,
  ) {
    this.#until = performance.now() + milliseconds;
    onBegin(this);
  }

  get over(): boolean {
    return performance.now() >= this.#until;
  }

  get duration(): number {
    return this.over ? -Infinity : Infinity;
  }

  next(): Rest {
    return new Rest(Math.min(2 * this.milliseconds, SLOWEST_PROBE_MS), this.onBegin);
  }
}

function stateName(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return "closed";
  return state === CircuitState.HalfOpen ? "half-open" : "open";
}
