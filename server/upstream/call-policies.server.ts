import { createBoundedMap } from "../process/memory-bounds.server";
import {
  createBreaker,
  type Breaker,
  type BreakerState,
  type Judgement,
  type Outcome,
} from "../resilience/breaker.server";
import type { Deadline } from "../resilience/deadline.server";
import { createFairSlots } from "../resilience/fair-slots.server";
import type { HttpAnswer } from "./http-attempt.server";
import { busy, UpstreamError } from "./upstream-error.server";
import { API_REQUEST_FAILED } from "./upstream-text.server";

/**
 * Calls under way at once, for everybody and chosen ones. For everybody there are seven different reads, each made once
 * at a time, and the six of the start-up self-test: none of them waits for another. Of the chosen ones a network's
 * hanging calls leave two slots to others, and two whose calls hang, as the two of one home, leave one free.
 */
const SLOTS = {
  everybody: { atOnce: 13, perNetwork: 13, keptForNewcomers: 0 },
  chosen: { atOnce: 6, perNetwork: 4, keptForNewcomers: 2 },
} as const;

/** As many as there are slots: the slots are what calls wait for. */
export const CONNECTIONS = SLOTS.everybody.atOnce + SLOTS.chosen.atOnce;

/** How many more calls of each kind may wait: a slow upstream is not buried under its own backlog. */
const MOST_WAITING = 200;

/** What a breaker and its functions take. */
const BREAKER_BYTES = 1024;

/** Five faults in a row open a breaker, first for a second and at last for 15. */
const BREAKER = { threshold: 5, firstCoolDownMs: 1_000, longestCoolDownMs: 15_000 } as const;

/** A retry waits for 50 to 250 ms, so that many callers do not come back at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

/** @param onSent called when a connection is there and the request is about to be written to it */
type Call = (onSent: () => void) => Promise<HttpAnswer>;

/**
 * For whom a call is made: for all visitors alike, or for one, who chose what is asked for. What one visitor chose says
 * nothing of the upstream to others: it may be slow or fail for that visitor alone.
 */
export type Asker = "everybody" | { network: string };

/** How calls to one upstream are made: a slot first, then the breakers, then the call itself. */
export interface CallPolicies {
  /**
   * Makes a call within the deadline that began when its caller asked. Calls for everybody and chosen ones have slots of
   * their own; who finds no place waits in the turns of a client network.
   *
   * @param retry whether it is made once more after a connection failure or 502, 503, 504; not after a timeout, whose
   *   wait is spent. A second try that finds no place changes nothing of how the first one ended
   * @throws the call's own error, or when nothing was sent an UpstreamError `busy` or `circuit-open`
   */
  send(call: Call, asker: Asker, deadline: Deadline, retry: boolean): Promise<HttpAnswer>;
  /** Of the breaker that all calls heed. */
  breakerState(): BreakerState;
}

export interface CallPolicyOptions {
  /**
   * Whether every call is one that a visitor chose. Their faults open a breaker of their client network, and the one that
   * all calls heed is judged by whether connections can be made; otherwise calls for everybody alone judge that one.
   */
  breakerPerNetwork: boolean;
  /** Why the breaker that all calls heed is open, fit for the screen of anybody. */
  reason: () => string;
  /** Called when the state of the breaker has changed that all calls share, or of one that is a network's own. */
  onBreaker: (state: BreakerState, scope: "all" | "network") => void;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = ({ status }: HttpAnswer) => UNAVAILABLE.includes(status);

const isFailure = (error: unknown, kinds: readonly UpstreamError["kind"][]) =>
  error instanceof UpstreamError && kinds.includes(error.kind);

/** Whether no connection could be made, which does not depend on what was asked for. */
const notConnected = (error: unknown) =>
  error instanceof UpstreamError && !error.sent && isFailure(error, ["connection", "timeout"]);

/** What a call's end says of the upstream, where the call may judge it. A 500 may be the fault of what was asked. */
function judgeUpstream(outcome: Outcome<HttpAnswer>): Judgement {
  if ("value" in outcome) return isUnavailable(outcome.value) ? "ill" : "well";
  const { error } = outcome;
  if (!(error instanceof UpstreamError)) return "neither";
  if (isFailure(error, ["connection", "timeout"])) return "ill";
  // What was answered and not understood was answered.
  return error.sent && error.kind !== "internal" ? "well" : "neither";
}

/** What the end of a chosen call says to the network that it came from. */
const judgeForNetwork = (outcome: Outcome<HttpAnswer>): Judgement =>
  "error" in outcome && notConnected(outcome.error) ? "neither" : judgeUpstream(outcome);

/** What an attempt to connect says, whatever is asked for then. */
function judgeConnection(outcome: Outcome<unknown>): Judgement {
  if ("value" in outcome) return "well";
  return notConnected(outcome.error) ? "ill" : "neither";
}

export function createCallPolicies(options: CallPolicyOptions): CallPolicies {
  const { breakerPerNetwork, reason, onBreaker } = options;
  const shared = createBreaker({
    ...BREAKER,
    refuse: () => circuitOpen(reason()),
    onChange: (state) => onBreaker(state, "all"),
  });
  const ofNetworks = createBoundedMap<Breaker>("networkBreakers", { weigh: () => BREAKER_BYTES });

  const refuse = () => (shared.state() === "open" ? circuitOpen(reason()) : busy());
  const slots = {
    everybody: createFairSlots({ ...SLOTS.everybody, mostWaiting: MOST_WAITING, refuse }),
    chosen: createFairSlots({ ...SLOTS.chosen, mostWaiting: MOST_WAITING, refuse }),
  };

  function breakerOf(network: string): Breaker {
    const known = ofNetworks.get(network);
    if (known) return known;
    const made = createBreaker({
      ...BREAKER,
      refuse: () => circuitOpen(API_REQUEST_FAILED),
      onChange: (state) => onBreaker(state, "network"),
    });
    ofNetworks.set(network, made);
    return made;
  }

  /**
   * The shared breaker is judged, and its probe has ended, when there is a connection: how long the answer takes may
   * depend on what one visitor asked for.
   */
  async function connected(call: Call, tooLate: AbortSignal): Promise<HttpAnswer> {
    const connect = () =>
      new Promise<{ answer: Promise<HttpAnswer> }>((resolve, reject) => {
        const answer: Promise<HttpAnswer> = call(() => resolve({ answer }));
        answer.then(() => resolve({ answer }), reject);
      });
    return (await shared.execute(connect, judgeConnection, tooLate)).answer;
  }

  /** Breakers are asked after the wait for a slot: nothing is sent to an upstream that was found dead meanwhile. */
  async function guarded(call: Call, asker: Asker, tooLate: AbortSignal): Promise<HttpAnswer> {
    if (asker === "everybody") {
      return shared.execute(() => call(() => undefined), judgeUpstream, tooLate);
    }
    if (breakerPerNetwork) {
      const own = breakerOf(asker.network);
      return own.execute(() => connected(call, tooLate), judgeForNetwork, tooLate);
    }
    if (shared.state() === "open") throw circuitOpen(reason());
    return call(() => undefined);
  }

  function once(call: Call, asker: Asker, { tooLate }: Deadline): Promise<HttpAnswer> {
    const send = () => guarded(call, asker, tooLate);
    return asker === "everybody"
      ? slots.everybody.execute(asker, send, tooLate)
      : slots.chosen.execute(asker.network, send, tooLate);
  }

  return {
    async send(call, asker, deadline, retry) {
      const first = once(call, asker, deadline);
      if (!retry) return first;
      const mayHelp = await first.then(isUnavailable, (error: unknown) =>
        isFailure(error, ["connection"]),
      );
      if (!mayHelp || deadline.tooLate.aborted) return first;
      const pauseMs = Math.min(retryDelayMs(), deadline.untilTooLate() / 2);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return once(call, asker, deadline).catch((error: unknown) => {
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
