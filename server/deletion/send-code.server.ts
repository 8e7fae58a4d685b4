import { randomUUID } from "node:crypto";
import { clientNetwork, networksOf } from "../resilience/client-network.server";
import type { LimitName } from "../limits/limit-rules.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CodeSent } from "../upstream/contracts/auth.server";
import type { RetryPauses } from "../upstream/retry-pauses.server";
import { failedCall, sendingLimited, type DeletionOutcome } from "./outcome.server";
import {
  OTP_SESSION_MS,
  placeOf,
  type CodeSession,
  type DeletionSession,
  type LimitRefusal,
} from "./session.server";
import { callFailure, type CallFailure } from "./failure-messages.server";
import { next } from "./journey.server";
import { createSingleFlight, LATE_PRESS_MS } from "./single-flight.server";

/**
 * The counts that decide when a number may get its next code: for those who ask from one network, so that nobody
 * elsewhere uses up what its owner may have, and for all together.
 *
 * @param clientAddress counted as the widest of its networks: who owns a /48 is not to be many
 */
export function sendingUses(phone: string, clientAddress: string): Use[] {
  const from = `${phone} ${networksOf(clientAddress).at(-1)?.name}`;
  return [
    { rule: "sendAgain", key: from },
    { rule: "sendPerHour", key: from },
    { rule: "sendPerNumber", key: phone },
  ];
}

export interface SendCodeParts {
  authApi: AuthApi;
  limits: Limits;
  rests: RetryPauses;
}

export interface SendCodeRequest {
  /** E.164. */
  phone: string;
  /** Counted as its network. */
  clientAddress: string;
  /**
   * Idempotency key: the random id of the page that the form stood on. Two people who ask for one number at the same
   * moment have two keys, and the limit answers the second.
   */
  idempotencyKey: string;
}

/**
 * Has a code sent.
 *
 * @param session where the person stands, kept when no code was sent
 */
export interface SendCode {
  run(session: DeletionSession | null, request: SendCodeRequest): Promise<DeletionOutcome>;
  /** Sends again for a session that waits for a code. */
  again(session: CodeSession, clientAddress: string): Promise<DeletionOutcome>;
  /** What a request to send again was answered with, which ended its session; null for none. */
  repeated(session: CodeSession): Promise<DeletionOutcome | null>;
}

/** What became of a send; it knows nothing of the person who pressed. */
type Sent =
  /** `id`: of the session that begins with it. */
  | { kind: "answered"; answer: CodeSent; at: number; id: string }
  | { kind: "over"; refusal: LimitRefusal }
  /** `until`: from when on it may be tried again, when a code may be on its way all the same. */
  | { kind: "failed"; failure: CallFailure; until?: number };

export function createSendCode({ authApi, limits, rests }: SendCodeParts): SendCode {
  const wasAnswered = ({ kind }: Sent) => kind === "answered";
  const keyed = createSingleFlight<Sent>({ ms: LATE_PRESS_MS, when: wasAnswered });
  /** Kept as long as the code is good: whoever lost the answer still gets the code, and types it. */
  const resends = createSingleFlight<Sent>({ ms: OTP_SESSION_MS, when: wasAnswered });
  /** Requests without an idempotency key share a result only while their call is under way. */
  const unnamed = createSingleFlight<Sent>();

  async function send(phone: string, clientAddress: string): Promise<Sent> {
    const restUntil = rests.until(phone);
    if (restUntil > 0) return { kind: "over", refusal: { cause: "send", until: restUntil } };
    const ofPhone = sendingUses(phone, clientAddress);
    // Never given back: whoever asks for numbers that the auth API refuses would have a register of those it knows.
    const ofNetwork: Use = { rule: "sendPerAddress", key: clientNetwork(clientAddress) };
    const taken = await limits.take([...ofPhone, ofNetwork]);
    if (!taken.ok) {
      return { kind: "over", refusal: { cause: causeOf(taken.rule), until: taken.until } };
    }
    try {
      const answer = await authApi.sendOtp(phone);
      return { kind: "answered", answer, at: Date.now(), id: randomUUID() };
    } catch (error) {
      const failure = callFailure("send", error, [phone, phone.slice(3)]);
      if (failure.mayHaveHappened) {
        return { kind: "failed", failure, until: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(ofPhone);
      if (failure.retryAt === undefined) return { kind: "failed", failure };
      rests.note(phone, failure.retryAt);
      return { kind: "over", refusal: { cause: "send", until: failure.retryAt } };
    }
  }

  function outcome(session: DeletionSession | null, phone: string, sent: Sent): DeletionOutcome {
    switch (sent.kind) {
      case "over":
        return sendingLimited(session, sent.refusal);
      case "failed":
        return notSent(session, sent.failure, sent.until);
      case "answered": {
        const { answer, at, id } = sent;
        if (answer.sessionId === null || answer.deletedBefore !== null) {
          const deletedAt = answer.deletedBefore?.deletedAt ?? null;
          return { kind: "moved", session: { at: "reactivation", id, deletedAt } };
        }
        const code: CodeSession = {
          at: "code",
          id,
          phone,
          otpSession: answer.sessionId,
          codeUntil: at + OTP_SESSION_MS,
        };
        return { kind: "moved", session: code, toast: { id: "send.sent" } };
      }
    }
  }

  return {
    async run(session, { phone, clientAddress, idempotencyKey }) {
      const flights = idempotencyKey === "" ? unnamed : keyed;
      const key = [phone, clientNetwork(clientAddress), idempotencyKey].join(" ");
      return outcome(session, phone, await flights.run(key, () => send(phone, clientAddress)));
    },
    async again(session, clientAddress) {
      const { id, phone } = session;
      return outcome(session, phone, await resends.run(id, () => send(phone, clientAddress)));
    },
    async repeated({ id, phone }) {
      const sent = await resends.find(id);
      return sent?.kind === "answered" ? outcome(null, phone, sent) : null;
    },
  };
}

/** Which of the sending limits a rule is, to the person. */
function causeOf(rule: LimitName): LimitRefusal["cause"] {
  if (rule === "sendPerAddress") return "network";
  if (rule === "sendPerNumber") return "number";
  return rule === "sendPerHour" ? "hour" : "minute";
}

function notSent(
  session: DeletionSession | null,
  failure: CallFailure,
  until: number | undefined,
): DeletionOutcome {
  const { message, said, status } = failure;
  // Where the number was typed the message belongs to it; a resend has no such field.
  const typedHere = next(placeOf(session), "sending-limited") === "locked";
  const problem = { message, said, ...(typedHere && { field: "phone" as const }) };
  if (until === undefined) return failedCall(session, failure, problem);
  const note = { id: "send.may-be-sent" } as const;
  return { kind: "stayed", session, status, problem: { ...problem, note }, retryAt: until };
}
