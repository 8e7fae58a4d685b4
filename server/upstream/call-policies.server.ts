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

/** One connection for each slot, so that calls wait for slots alone. */
export const CONNECTIONS = SLOTS.everybody.atOnce + SLOTS.chosen.atOnce;

/** How many calls of each kind may wait, so that a slow upstream is not buried under a backlog. */
const MOST_WAITING = 200;

/** Memory of a breaker and its functions, in bytes. */
const BREAKER_BYTES = 1024;

/** Five faults in a row open a breaker, first for a second and at last for 15. */
const BREAKER = { threshold: 5, firstCoolDownMs: 1_000, longestCoolDownMs: 15_000 } as const;

/** A retry waits for 50 to 250 ms, so that many callers do not come back at once. */
const retryDelayMs = () => 50 + Math.random() * 200;

/** @param onSent called when a connection is there and the request is about to be written to it */
type Call = (onSent: () => void) => Promise<HttpAnswer>;

/** For whom a call is made: for all visitors alike, or for one who chose what is asked for, and may be why it fails. */
export type Asker = "everybody" | { network: string };

/** How calls to one upstream are made: a slot first, then the breakers, then the call itself. */
export interface CallPolicies {
  /**
   * Makes a call within the deadline that began when its caller asked. Calls for everybody and chosen ones have their
   * own slots; a call that finds none waits in the turns of its client network.
   *
   * @param retry whether it is made once more after a connection failure or 502, 503, 504; not after a timeout, which
   *   leaves no time. When the second try finds no slot, the outcome is that of the first
   * @throws the call's own error, or when nothing was sent an UpstreamError `busy` or `circuit-open`
   */
  send(call: Call, asker: Asker, deadline: Deadline, retry: boolean): Promise<HttpAnswer>;
  /** The state of the breaker that stops all calls. */
  breakerState(): BreakerState;
}

export interface CallPolicyOptions {
  /**
   * Whether every call is chosen by a visitor. Faults then open a breaker of the client network, and the breaker that
   * stops all calls is judged by whether connections can be made. Otherwise calls for everybody alone judge it.
   */
  breakerPerNetwork: boolean;
  /** Why the breaker that stops all calls is open, fit for the screen of anybody. */
  reason: () => string;
  /** Called when the state has changed of the breaker that stops all calls, or of a network's own breaker. */
  onBreaker: (state: BreakerState, scope: "all" | "network") => void;
}

const UNAVAILABLE: readonly number[] = [502, 503, 504];

const isUnavailable = ({ status }: HttpAnswer) => UNAVAILABLE.includes(status);

const isFailure = (error: unknown, kinds: readonly UpstreamError["kind"][]) =>
  error instanceof UpstreamError && kinds.includes(error.kind);

/** Whether no connection could be made, which does not depend on what was asked for. */
const notConnected = (error: unknown) =>
  error instanceof UpstreamError && !error.sent && isFailure(error, ["connection", "timeout"]);

/** What the end of a call says about the upstream. After a 500 it is `well`: the query may have caused that. */
function judgeUpstream(outcome: Outcome<HttpAnswer>): Judgement {
  if ("value" in outcome) return isUnavailable(outcome.value) ? "ill" : "well";
  const { error } = outcome;
  if (!(error instanceof UpstreamError)) return "neither";
  if (isFailure(error, ["connection", "timeout"])) return "ill";
  // An upstream that sent an answer is there, even if the answer was not understood.
  return error.sent && error.kind !== "internal" ? "well" : "neither";
}

/** What the end of a chosen call says to its network's own breaker. */
const judgeForNetwork = (outcome: Outcome<HttpAnswer>): Judgement =>
  "error" in outcome && notConnected(outcome.error) ? "neither" : judgeUpstream(outcome);

/** What an attempt to connect says about the upstream. */
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
    const breaker =
      ofNetworks.get(network) ??
      createBreaker({
        ...BREAKER,
        refuse: () => circuitOpen(API_REQUEST_FAILED),
        onChange: (state) => onBreaker(state, "network"),
      });
    ofNetworks.set(network, breaker);
    return breaker;
  }

  /** Lets the shared breaker judge by the connection alone: how long the answer takes may be one visitor's doing. */
  async function connected(call: Call, tooLate: AbortSignal): Promise<HttpAnswer> {
    const connect = () =>
      new Promise<{ answer: Promise<HttpAnswer> }>((resolve, reject) => {
        const answer: Promise<HttpAnswer> = call(() => resolve({ answer }));
        answer.then(() => resolve({ answer }), reject);
      });
    return (await shared.execute(connect, judgeConnection, tooLate)).answer;
  }

  /** Asks the breakers after the wait for a slot, because the upstream may have been found dead meanwhile. */
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
