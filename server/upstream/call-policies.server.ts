import { createBoundedMap } from "../memory-bounds.server";
import {
  BreakerOpenError,
  createBreaker,
  type Breaker,
  type BreakerState,
  type Judgement,
  type Outcome,
} from "../resilience/breaker.server";
import { createFairSlots } from "../resilience/fair-slots.server";
import { until, type Deadline } from "./deadline.server";
import type { HttpAnswer } from "./http-attempt.server";
import { busy, UpstreamError } from "./upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";

/** Calls under way at once of each kind, and how many more may wait: a slow upstream is not buried under its own backlog. */
export const SLOTS = { atOnce: 6, mostWaiting: 200 } as const;

/** How many of the slots for what visitors chose one network may hold: its hanging calls leave the rest to others. */
export const SLOTS_PER_NETWORK = 4;

/** What a breaker and its functions take. */
const BREAKER_BYTES = 1024;

/** Five faults in a row open a breaker, first for a second and at last for 15. */
const REST = { threshold: 5, firstRestMs: 1_000, longestRestMs: 15_000 } as const;

/** A retry waits for 50 to 250 ms, so that many callers do not come back at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

type Call = () => Promise<HttpAnswer>;

/**
 * For whom a call is made: for all visitors alike, or for one, who chose what is asked for. What one visitor chose says
 * nothing of the upstream to others: it may be slow or fail for that visitor alone.
 */
export type Asker = "everybody" | { network: string };

/**
 * How calls to one upstream are made, within the deadline that began when their caller asked. Both reject with the
 * call's own error, or when nothing was sent with an UpstreamError `busy` or `circuit-open`. Calls for everybody and
 * chosen ones have slots of their own; who finds no place waits in the turns of a client network.
 */
export interface CallPolicies {
  /** Sends at most once. */
  once(call: Call, deadline: Deadline, asker: Asker): Promise<HttpAnswer>;
  /** Sends once more after a connection failure or 502, 503, 504; not after a timeout, whose wait is spent. */
  retried(call: Call, deadline: Deadline, asker: Asker): Promise<HttpAnswer>;
  /** Of the breaker that all calls share. */
  breakerState(): BreakerState;
}

export interface CallPolicyOptions {
  breaker: boolean;
  retry: boolean;
  /** Whether the faults of chosen calls open a breaker of their client network. */
  breakerPerNetwork: boolean;
  /** Called when the state of the breaker has changed that all calls share, or of one that is a network's own. */
  onBreaker: (state: BreakerState, scope: "all" | "network") => void;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = ({ status }: HttpAnswer) => UNAVAILABLE.includes(status);

const isConnectionFailure = (error: unknown) =>
  error instanceof UpstreamError && error.kind === "connection";

/** Whether no connection could be made, which does not depend on what was asked for. */
const notConnected = (error: UpstreamError) =>
  !error.sent && ["connection", "timeout"].includes(error.kind);

/** What a call's end says of the upstream, where the call may judge it. A 500 may be the fault of what was asked. */
function judgeUpstream(outcome: Outcome<HttpAnswer>): Judgement {
  if ("value" in outcome) return isUnavailable(outcome.value) ? "ill" : "well";
  const { error } = outcome;
  if (!(error instanceof UpstreamError)) return "neither";
  if (["connection", "timeout"].includes(error.kind)) return "ill";
  // What was answered and not understood was answered.
  return error.sent && error.kind !== "internal" ? "well" : "neither";
}

/** What the end of a chosen call says to others: that the upstream answers, or that nobody can be connected to. */
function judgeConnection(outcome: Outcome<HttpAnswer>): Judgement {
  const judgement = judgeUpstream(outcome);
  if (judgement !== "ill") return judgement;
  const { error } = "error" in outcome ? outcome : {};
  return error instanceof UpstreamError && notConnected(error) ? "ill" : "neither";
}

/** What the end of a chosen call says to the network that it came from. */
function judgeForNetwork(outcome: Outcome<HttpAnswer>): Judgement {
  return judgeConnection(outcome) === "ill" ? "neither" : judgeUpstream(outcome);
}

export function createCallPolicies(options: CallPolicyOptions): CallPolicies {
  const { onBreaker } = options;
  /** Why the shared breaker is open, fit for the screen of anybody. */
  let reason = API_REQUEST_FAILED;
  const shared = createBreaker({ ...REST, onChange: (state) => onBreaker(state, "all") });
  const ofNetworks = createBoundedMap<Breaker>("networkBreakers", { weigh: () => BREAKER_BYTES });
  const slots = {
    everybody: createFairSlots({ ...SLOTS, perNetwork: SLOTS.atOnce, refuse: busy }),
    chosen: createFairSlots({ ...SLOTS, perNetwork: SLOTS_PER_NETWORK, refuse: busy }),
  };

  function breakerOf(network: string): Breaker {
    const known = ofNetworks.get(network);
    if (known) return known;
    const made = createBreaker({ ...REST, onChange: (state) => onBreaker(state, "network") });
    ofNetworks.set(network, made);
    return made;
  }

  const noting =
    (judge: typeof judgeUpstream) =>
    (outcome: Outcome<HttpAnswer>): Judgement => {
      const judgement = judge(outcome);
      if (judgement === "ill") reason = reasonOf(outcome);
      return judgement;
    };

  async function ofNetwork(call: Call, network: string): Promise<HttpAnswer> {
    if (!options.breakerPerNetwork) return call();
    try {
      return await breakerOf(network).execute(call, judgeForNetwork);
    } catch (error) {
      throw error instanceof BreakerOpenError ? circuitOpen(API_REQUEST_FAILED) : error;
    }
  }

  async function guarded(call: Call, asker: Asker): Promise<HttpAnswer> {
    if (!options.breaker) return call();
    try {
      return await (asker === "everybody"
        ? shared.execute(call, noting(judgeUpstream))
        : shared.execute(() => ofNetwork(call, asker.network), noting(judgeConnection), false));
    } catch (error) {
      throw error instanceof BreakerOpenError ? circuitOpen(reason) : error;
    }
  }

  const once: CallPolicies["once"] = async (call, deadline, asker) => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const inTime = () => {
      if (deadline.tooLate.aborted) return Promise.reject(busy());
      begin();
      return call();
    };
    // The breakers are asked last: what waited for a place is not sent to an upstream found dead meanwhile.
    const send = () => guarded(inTime, asker);
    const answer =
      asker === "everybody"
        ? slots.everybody.execute(asker, send, deadline.tooLate)
        : slots.chosen.execute(asker.network, send, deadline.tooLate);
    // The deadline may have rejected this call already; ignore its late failure.
    answer.catch(() => undefined);
    await until(deadline.tooLate, Promise.race([begun, answer]), () =>
      shared.state() === "closed" ? busy() : circuitOpen(reason),
    );
    return answer;
  };

  /** The second try belongs to the same deadline, and begins only while there is time for it. */
  const retried: CallPolicies["retried"] = async (call, deadline, asker) => {
    const inTime = () => !deadline.tooLate.aborted;
    try {
      const answer = await once(call, deadline, asker);
      if (!isUnavailable(answer) || !inTime()) return answer;
    } catch (error) {
      if (!isConnectionFailure(error) || !inTime()) throw error;
    }
    const pauseMs = Math.min(retryDelayMs(), deadline.untilTooLate() / 2);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return once(call, deadline, asker);
  };

  return { once, retried: options.retry ? retried : once, breakerState: () => shared.state() };
}

/** The failure of a call that was not sent because a breaker is open. */
function circuitOpen(reason: string): UpstreamError {
  return new UpstreamError("circuit-open", reason);
}

function reasonOf(outcome: Outcome<HttpAnswer>): string {
  if ("value" in outcome) return httpErrorText(outcome.value.status, outcome.value.body);
  return outcome.error instanceof Error ? outcome.error.message : API_REQUEST_FAILED;
}
