import { clientNetwork } from "../limits/client-network.server";
import type { LimitName } from "../limits/limit-rules.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CodeSent } from "../upstream/contracts/auth.server";
import type { RetryPauses } from "../upstream/retry-pauses.server";
import { sendingLimited, type DeletionOutcome } from "./outcome.server";
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

/** The counts that decide when a number may get its next code. */
export const sendingUses = (phone: string): Use[] => [
  { rule: "sendAgain", key: phone },
  { rule: "sendPerHour", key: phone },
];

export interface SendCodeParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  rests: RetryPauses;
}

export interface SendCodeRequest {
  /** E.164. */
  phone: string;
  /** Counted as its network. */
  clientAddress: string;
  /**
   * Idempotency key: the random id of the page that the form stood on, or of the session. Two people who ask for one
   * number at the same moment have two keys, and the limit answers the second.
   */
  idempotencyKey: string;
}

/**
 * Has a code sent.
 *
 * @param session where the person stands, kept when no code was sent
 */
export type SendCode = (
  session: DeletionSession | null,
  request: SendCodeRequest,
) => Promise<DeletionOutcome>;

/** What became of a send; it knows nothing of the person who pressed. */
type Sent =
  | { kind: "answered"; answer: CodeSent; at: number }
  | { kind: "over"; refusal: LimitRefusal }
  /** `until`: from when on it may be tried again, when a code may be on its way all the same. */
  | { kind: "failed"; failure: CallFailure; until?: number };

export function createSendCode({ authApi, limits, fingerprint, rests }: SendCodeParts): SendCode {
  const keyed = createSingleFlight<Sent>({
    ms: LATE_PRESS_MS,
    when: ({ kind }) => kind === "answered",
  });
  /** Requests without an idempotency key share a result only while their call is under way. */
  const unnamed = createSingleFlight<Sent>();

  async function send(phone: string, network: string): Promise<Sent> {
    const restUntil = rests.until(phone);
    if (restUntil > 0) return { kind: "over", refusal: { cause: "send", until: restUntil } };
    const ofPhone = sendingUses(phone);
    const uses: Use[] = [...ofPhone, { rule: "sendPerAddress", key: network }];
    const taken = await limits.take(uses);
    if (!taken.ok) {
      return { kind: "over", refusal: { cause: causeOf(taken.rule), until: taken.until } };
    }
    try {
      return { kind: "answered", answer: await authApi.sendOtp(phone), at: Date.now() };
    } catch (error) {
      const failure = callFailure("send", error, [phone, phone.slice(3)]);
      if (failure.mayHaveHappened) {
        return { kind: "failed", failure, until: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(uses);
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
        const { answer, at } = sent;
        if (answer.sessionId === null || answer.deletedBefore !== null) {
          const deletedAt = answer.deletedBefore?.deletedAt ?? null;
          const id = fingerprint(`deleted before ${phone} ${at}`);
          return { kind: "moved", session: { at: "reactivation", id, deletedAt } };
        }
        const code: CodeSession = {
          at: "code",
          id: fingerprint(`${answer.sessionId} ${at}`),
          phone,
          otpSession: answer.sessionId,
          codeUntil: at + OTP_SESSION_MS,
        };
        return { kind: "moved", session: code, toast: { id: "send.sent" } };
      }
    }
  }

  return async (session, { phone, clientAddress, idempotencyKey }) => {
    const network = clientNetwork(clientAddress);
    const call = () => send(phone, network);
    const flights = idempotencyKey === "" ? unnamed : keyed;
    return outcome(
      session,
      phone,
      await flights.run([phone, network, idempotencyKey].join(" "), call),
    );
  };
}

/** Which of the sending limits a rule is, to the person. */
function causeOf(rule: LimitName): LimitRefusal["cause"] {
  if (rule === "sendPerAddress") return "network";
  return rule === "sendPerHour" ? "hour" : "minute";
}

function notSent(
  session: DeletionSession | null,
  { message, said, status }: CallFailure,
  until: number | undefined,
): DeletionOutcome {
  // Where the number was typed the message belongs to it; a resend has no such field.
  const typedHere = next(placeOf(session), "sending-limited") === "locked";
  const problem = { message, said, ...(typedHere && { field: "phone" as const }) };
  if (until === undefined) return { kind: "stayed", session, status, problem };
  const note = { id: "send.may-be-sent" } as const;
  return { kind: "stayed", session, status, problem: { ...problem, note }, retryAt: until };
}
