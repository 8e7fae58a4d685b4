import { createBoundedMap } from "../process/memory-bounds.server";
import {
  BreakerOpenError,
  createBreaker,
  type Breaker,
  type BreakerState,
  type Judgement,
  type Outcome,
} from "../resilience/breaker.server";
import { createFairSlots, type FairSlots } from "../resilience/fair-slots.server";
import { until, type Deadline } from "../resilience/deadline.server";
import type { HttpAnswer } from "./http-attempt.server";
import { busy, UpstreamError } from "./upstream-error.server";
import { API_REQUEST_FAILED, httpErrorText } from "./upstream-text.server";

/**
 * Calls under way at once, and how many more of each kind may wait: a slow upstream is not buried under its own backlog.
 * For everybody there are seven different reads, each made once at a time, and the six of the start-up self-test: none of
 * them waits for another.
 */
export const SLOTS = { everybody: 13, chosen: 6, mostWaiting: 200 } as const;

/** How many of the slots for what visitors chose one network may hold: its hanging calls leave the rest to others. */
export const SLOTS_PER_NETWORK = 4;

/** How many of those are kept for networks that hold none: two whose calls hang, as the two of one home, leave one free. */
const SLOTS_FOR_NEWCOMERS = 2;

/** What a breaker and its functions take. */
const BREAKER_BYTES = 1024;

/** Five faults in a row open a breaker, first for a second and at last for 15. */
const REST = { threshold: 5, firstRestMs: 1_000, longestRestMs: 15_000 } as const;

/** A retry waits for 50 to 250 ms, so that many callers do not come back at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

/** @param onSent called when a connection is there and the request is about to be written to it */
type Call = (onSent: () => void) => Promise<HttpAnswer>;

/** A call that has got a connection; it may still fail. */
interface Connected {
  answer: Promise<HttpAnswer>;
}

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
  /**
   * Sends once more after a connection failure or 502, 503, 504; not after a timeout, whose wait is spent. A second try
   * that finds no place changes nothing of how the first one ended.
   */
  retried(call: Call, deadline: Deadline, asker: Asker): Promise<HttpAnswer>;
  /** Of the breaker that all calls heed. */
  breakerState(): BreakerState;
}

export interface CallPolicyOptions {
  breaker: boolean;
  retry: boolean;
  /**
   * Whether every call is one that a visitor chose. Their faults open a breaker of their client network, and the one that
   * all calls heed is judged by whether connections can be made; otherwise calls for everybody alone judge that one.
   */
  breakerPerNetwork: boolean;
  /** Called when the state of the breaker has changed that all calls share, or of one that is a network's own. */
  onBreaker: (state: BreakerState, scope: "all" | "network") => void;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = ({ status }: HttpAnswer) => UNAVAILABLE.includes(status);

const isConnectionFailure = (error: unknown) =>
  error instanceof UpstreamError && error.kind === "connection";

/** Whether no connection could be made, which does not depend on what was asked for. */
const notConnected = (error: unknown) =>
  error instanceof UpstreamError && !error.sent && ["connection", "timeout"].includes(error.kind);

/** What a call's end says of the upstream, where the call may judge it. A 500 may be the fault of what was asked. */
function judgeUpstream(outcome: Outcome<HttpAnswer>): Judgement {
  if ("value" in outcome) return isUnavailable(outcome.value) ? "ill" : "well";
  const { error } = outcome;
  if (!(error instanceof UpstreamError)) return "neither";
  if (["connection", "timeout"].includes(error.kind)) return "ill";
  // What was answered and not understood was answered.
  return error.sent && error.kind !== "internal" ? "well" : "neither";
}

/** What a try to connect says, for whatever it was made. */
function judgeConnection(outcome: Outcome<Connected>): Judgement {
  if ("value" in outcome) return "well";
  return notConnected(outcome.error) ? "ill" : "neither";
}

/** What the end of a chosen call says to the network that it came from. */
function judgeForNetwork(outcome: Outcome<HttpAnswer>): Judgement {
  return "error" in outcome && notConnected(outcome.error) ? "neither" : judgeUpstream(outcome);
}

export function createCallPolicies(options: CallPolicyOptions): CallPolicies {
  const { onBreaker } = options;
  /** Why the shared breaker is open, fit for the screen of anybody. */
  let reason = API_REQUEST_FAILED;
  const shared = createBreaker({ ...REST, onChange: (state) => onBreaker(state, "all") });
  const ofNetworks = createBoundedMap<Breaker>("networkBreakers", { weigh: () => BREAKER_BYTES });
  const slots = {
    everybody: slotsOf(SLOTS.everybody, SLOTS.everybody, 0),
    chosen: slotsOf(SLOTS.chosen, SLOTS_PER_NETWORK, SLOTS_FOR_NEWCOMERS),
  };

  function breakerOf(network: string): Breaker {
    const known = ofNetworks.get(network);
    if (known) return known;
    const made = createBreaker({ ...REST, onChange: (state) => onBreaker(state, "network") });
    ofNetworks.set(network, made);
    return made;
  }

  async function heedShared<T extends HttpAnswer | Connected>(
    call: () => Promise<T>,
    judge: (outcome: Outcome<T>) => Judgement,
  ): Promise<T> {
    try {
      return await shared.execute(call, (outcome) => {
        const judgement = judge(outcome);
        if (judgement === "ill") reason = reasonOf(outcome);
        return judgement;
      });
    } catch (error) {
      throw error instanceof BreakerOpenError ? circuitOpen(reason) : error;
    }
  }

  /** The shared breaker is judged, and a probe of it has ended, when there is a connection: before anything is asked. */
  async function onceConnected(call: Call): Promise<HttpAnswer> {
    const connect = () =>
      new Promise<Connected>((resolve, reject) => {
        const answer: Promise<HttpAnswer> = call(() => resolve({ answer }));
        answer.then(() => resolve({ answer }), reject);
      });
    const { answer } = await heedShared(connect, judgeConnection);
    return answer;
  }

  async function guarded(call: Call, asker: Asker): Promise<HttpAnswer> {
    if (!options.breaker) return call(() => undefined);
    if (asker === "everybody") return heedShared(() => call(() => undefined), judgeUpstream);
    if (!options.breakerPerNetwork) {
      if (shared.state() === "open") throw circuitOpen(reason);
      return call(() => undefined);
    }
    try {
      return await breakerOf(asker.network).execute(() => onceConnected(call), judgeForNetwork);
    } catch (error) {
      throw error instanceof BreakerOpenError ? circuitOpen(API_REQUEST_FAILED) : error;
    }
  }

  const once: CallPolicies["once"] = async (call, deadline, asker) => {
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const inTime: Call = (onSent) => {
      if (deadline.tooLate.aborted) return Promise.reject(busy());
      begin();
      return call(onSent);
    };
    // Breakers are asked last: what waited for a place is not sent to an upstream found dead meanwhile.
    let hasPlace = false;
    const send = () => {
      hasPlace = true;
      return guarded(inTime, asker);
    };
    const answer =
      asker === "everybody"
        ? slots.everybody.execute(asker, send, deadline.tooLate)
        : slots.chosen.execute(asker.network, send, deadline.tooLate);
    // The deadline may have rejected this call already; ignore its late failure.
    answer.catch(() => undefined);
    await until(deadline.tooLate, Promise.race([begun, answer]), () => {
      const state = shared.state();
      const isForProbe = hasPlace && state === "half-open";
      return state === "open" || isForProbe ? circuitOpen(reason) : busy();
    });
    return answer;
  };

  /** The second try belongs to the same deadline, and begins only while there is time for it. */
  const retried: CallPolicies["retried"] = async (call, deadline, asker) => {
    const inTime = () => !deadline.tooLate.aborted;
    const first = once(call, deadline, asker);
    try {
      const answer = await first;
      if (!isUnavailable(answer) || !inTime()) return answer;
    } catch (error) {
      if (!isConnectionFailure(error) || !inTime()) throw error;
    }
    const pauseMs = Math.min(retryDelayMs(), deadline.untilTooLate() / 2);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      return await once(call, deadline, asker);
    } catch (error) {
      if (error instanceof UpstreamError && error.kind === "busy") return first;
      throw error;
    }
  };

  return { once, retried: options.retry ? retried : once, breakerState: () => shared.state() };
}

function slotsOf(atOnce: number, perNetwork: number, keptForNewcomers: number): FairSlots {
  const { mostWaiting } = SLOTS;
  return createFairSlots({ atOnce, perNetwork, keptForNewcomers, mostWaiting, refuse: busy });
}

/** The failure of a call that was not sent because a breaker is open. */
function circuitOpen(reason: string): UpstreamError {
  return new UpstreamError("circuit-open", reason);
}

function reasonOf(outcome: Outcome<HttpAnswer | Connected>): string {
  if ("error" in outcome) {
    return outcome.error instanceof Error ? outcome.error.message : API_REQUEST_FAILED;
  }
  const { value } = outcome;
  return "status" in value ? httpErrorText(value.status, value.body) : API_REQUEST_FAILED;
}
