import { createBoundedMap } from "../process/memory-bounds.server";
import {
  createBreaker,
  type Breaker,
  type BreakerState,
  type Judgement,
  type Outcome,
} from "../resilience/breaker.server";
import type { Deadline } from "../resilience/deadline.server";
import { createNetworkSlots } from "../resilience/network-slots.server";
import type { HttpAnswer } from "./http-attempt.server";
import { busy, UpstreamError } from "./upstream-error.server";
import { API_REQUEST_FAILED } from "./upstream-text.server";

/** Most chosen calls of one client network at once. Its hanging calls never take a connection from others. */
const CHOSEN_AT_ONCE = 4;

/** Memory of a breaker and its functions, in bytes. */
const BREAKER_BYTES = 1024;

/** Five consecutive faults open a breaker, at first for a second, later for up to 15 seconds. */
const BREAKER = { threshold: 5, firstCoolDownMs: 1_000, longestCoolDownMs: 15_000 } as const;

/** A retry waits for a random 50 to 250 ms, so that callers do not retry all at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

/** Sends a request. @param onSent called when a connection exists and the request is about to be written to it */
type Call = (onSent: () => void) => Promise<HttpAnswer>;

/** Whom a call serves: all visitors, or a network whose visitor chose the query and may be why it fails. */
export type CallOwner = "everybody" | { network: string };

/** Sends calls to one upstream: first it waits for a slot, then asks the breakers, then makes the call. */
export interface CallPolicies {
  /**
   * Makes a call within a running deadline. A chosen call waits for a free slot of its network.
   *
   * @param retry whether to try once more after a connection failure or 502, 503, 504; not after a timeout, which
   *   leaves no time. When the second try gets no slot, the outcome of the first is returned
   * @throws the call's own error; an UpstreamError `busy` or `circuit-open` when nothing was sent
   */
  send(call: Call, owner: CallOwner, deadline: Deadline, retry: boolean): Promise<HttpAnswer>;
  /** The state of the breaker that stops all calls. */
  breakerState(): BreakerState;
}

export interface CallPolicyOptions {
  /**
   * Whether every call is chosen by a visitor. Then faults open a breaker of the client network, and the shared
   * breaker, which stops all calls, only counts failed connections. Otherwise it only counts calls for everybody.
   */
  breakerPerNetwork: boolean;
  /** Longest wait of a chosen call for a slot, in milliseconds. */
  waitMs: number;
  /** Why the shared breaker is open, safe to show to any visitor. */
  reason: () => string;
  /** Called when the state of the shared breaker or of a network's breaker has changed. */
  onBreaker: (state: BreakerState, scope: "all" | "network") => void;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = ({ status }: HttpAnswer) => UNAVAILABLE.includes(status);

const isFailure = (error: unknown, kinds: readonly UpstreamError["kind"][]) =>
  error instanceof UpstreamError && kinds.includes(error.kind);

/** Whether no connection could be made, which does not depend on the request. */
const failedToConnect = (error: unknown) =>
  error instanceof UpstreamError && !error.sent && isFailure(error, ["connection", "timeout"]);

/** Judges the upstream by the outcome of a call. A 500 counts as `healthy`, because the query may have caused it. */
function judgeUpstream(outcome: Outcome<HttpAnswer>): Judgement {
  if ("value" in outcome) return isUnavailable(outcome.value) ? "faulty" : "healthy";
  const { error } = outcome;
  if (!(error instanceof UpstreamError)) return "inconclusive";
  if (isFailure(error, ["connection", "timeout"])) return "faulty";
  // An upstream that sent an answer works, even if the answer was not understood.
  return error.sent && error.kind !== "internal" ? "healthy" : "inconclusive";
}

/** Judges the outcome of a chosen call for its network's breaker. */
const judgeForNetwork = (outcome: Outcome<HttpAnswer>): Judgement =>
  "error" in outcome && failedToConnect(outcome.error) ? "inconclusive" : judgeUpstream(outcome);

/** Judges the upstream by an attempt to connect. */
function judgeConnection(outcome: Outcome<unknown>): Judgement {
  if ("value" in outcome) return "healthy";
  return failedToConnect(outcome.error) ? "faulty" : "inconclusive";
}

export function createCallPolicies(options: CallPolicyOptions): CallPolicies {
  const { breakerPerNetwork, waitMs, reason, onBreaker } = options;
  const shared = createBreaker({
    ...BREAKER,
    refuse: () => circuitOpen(reason()),
    onChange: (state) => onBreaker(state, "all"),
  });
  const breakers = createBoundedMap<Breaker>("networkBreakers", { weigh: () => BREAKER_BYTES });

  const refuse = () => (shared.state() === "open" ? circuitOpen(reason()) : busy());
  const slots = createNetworkSlots({ atOnce: CHOSEN_AT_ONCE, waitMs, refuse });

  function breakerOf(network: string): Breaker {
    const breaker =
      breakers.get(network) ??
      createBreaker({
        ...BREAKER,
        refuse: () => circuitOpen(API_REQUEST_FAILED),
        onChange: (state) => onBreaker(state, "network"),
      });
    breakers.set(network, breaker);
    return breaker;
  }

  /** Runs a call with the shared breaker judging only the connection: a slow answer may be caused by one visitor. */
  async function judgedByConnection(call: Call, tooLate: AbortSignal): Promise<HttpAnswer> {
    const connect = () =>
      new Promise<{ answer: Promise<HttpAnswer> }>((resolve, reject) => {
        const answer: Promise<HttpAnswer> = call(() => resolve({ answer }));
        answer.then(() => resolve({ answer }), reject);
      });
    return (await shared.execute(connect, judgeConnection, tooLate)).answer;
  }

  /** Runs a call through the breakers, after the wait for a slot: a breaker may have opened meanwhile. */
  async function guard(call: Call, owner: CallOwner, tooLate: AbortSignal): Promise<HttpAnswer> {
    if (owner === "everybody") {
      return shared.execute(() => call(() => undefined), judgeUpstream, tooLate);
    }
    if (breakerPerNetwork) {
      const own = breakerOf(owner.network);
      return own.execute(() => judgedByConnection(call, tooLate), judgeForNetwork, tooLate);
    }
    if (shared.state() === "open") throw circuitOpen(reason());
    return call(() => undefined);
  }

  function attempt(call: Call, owner: CallOwner, { tooLate }: Deadline): Promise<HttpAnswer> {
    const send = () => guard(call, owner, tooLate);
    return owner === "everybody" ? send() : slots.run(owner.network, send);
  }

  return {
    async send(call, owner, deadline, retry) {
      const first = attempt(call, owner, deadline);
      if (!retry) return first;
      const mayHelp = await first.then(isUnavailable, (error: unknown) =>
        isFailure(error, ["connection"]),
      );
      if (!mayHelp || deadline.tooLate.aborted) return first;
      const pauseMs = Math.min(retryDelayMs(), deadline.untilTooLate() / 2);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return attempt(call, owner, deadline).catch((error: unknown) => {
        if (isFailure(error, ["busy"])) return first;
        throw error;
      });
    },
    breakerState: () => shared.state(),
  };
}

/** The failure of a call that was not sent because a breaker is open. */
function circuitOpen(reason: string): UpstreamError {
  return new UpstreamError("circuit-open", reason);
}
