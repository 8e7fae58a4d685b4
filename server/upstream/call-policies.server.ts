import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  DelegateBackoff,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
  noop,
  retry,
  wrap,
} from "cockatiel";
import type { HttpAnswer } from "./http-exchange.server";
import { UpstreamError } from "./upstream-error.server";

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
 * How calls to one upstream are made. Both reject with the call's own error, or with cockatiel's
 * BrokenCircuitError or BulkheadRejectedError when nothing was sent.
 */
export interface CallPolicies {
  /** Sends at most once. */
  once(call: Call): Promise<HttpAnswer>;
  /** Sends once more after a connection failure or 502, 503, 504; not after a timeout, whose wait is spent. */
  retried(call: Call): Promise<HttpAnswer>;
  breakerState(): BreakerState;
}

/** A fault says that the upstream itself is unwell; a 4xx or `success: false` only says no. */
export function isFaultyAnswer({ status }: HttpAnswer): boolean {
  return status >= 500;
}

// Every complete answer but a redirect is returned, so whatever is thrown is a fault.
const faults = handleWhen((error) => error instanceof UpstreamError).orWhenResult((answer) =>
  isFaultyAnswer(answer as HttpAnswer),
);

const worthRetrying = handleWhen(
  (error) => error instanceof UpstreamError && error.kind === "connection",
).orWhenResult((answer) => [502, 503, 504].includes((answer as HttpAnswer).status));

/**
 * @param options whether the breaker and the retry are wanted
 * @param onBreaker called when the breaker's state has changed
 */
export function createCallPolicies(
  options: { breaker: boolean; retry: boolean },
  onBreaker: (state: BreakerState) => void,
): CallPolicies {
  const breaker = circuitBreaker(faults, {
    breaker: new ConsecutiveBreaker(BREAKER_THRESHOLD),
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: FIRST_PROBE_MS,
      maxDelay: SLOWEST_PROBE_MS,
      generator: noJitterGenerator,
    }),
  });
  breaker.onStateChange((state) => onBreaker(stateName(state)));

  // The breaker is asked last: what waited for a free place is not sent to an upstream found dead meanwhile.
  const once = wrap(bulkhead(MAX_CONCURRENT, MAX_WAITING), options.breaker ? breaker : noop);
  const again = retry(worthRetrying, {
    maxAttempts: 1,
    backoff: new DelegateBackoff(retryDelayMs),
  });
  const retried = wrap(options.retry ? again : noop, once);

  return {
    once: (call) => once.execute(call),
    retried: (call) => retried.execute(call),
    breakerState: () => stateName(breaker.state),
  };
}

function stateName(state: CircuitState): BreakerState {
  if (state === CircuitState.Closed) return "closed";
  return state === CircuitState.HalfOpen ? "half-open" : "open";
}
