import { z } from "zod";
import { clientNetwork, networksOf } from "../resilience/client-network.server";
import type { LimitName } from "../limits/limit-rules.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import { failedCall, sendingLimited, type DeletionOutcome } from "./outcome.server";
import {
  OTP_SESSION_MS,
  placeOf,
  type CodeSession,
  type DeletionSession,
  type LimitRefusal,
} from "./session.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { callFailure, type CallFailure } from "./failure-messages.server";
import { next } from "./journey.server";
import type { KeepsAnswers } from "./kept-answers.server";
import type { Message } from "./messages.server";
import { createSingleFlight } from "../resilience/single-flight.server";

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
  coolDowns: CoolDowns;
  memory: DeletionMemory;
  keepsAnswers: KeepsAnswers;
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
  again(
    session: CodeSession,
    clientAddress: string,
    idempotencyKey: string,
  ): Promise<DeletionOutcome>;
  /** What the same page's request, or its request to send again in the same session, was answered with; null for none. */
  repeated(
    of: Pick<SendCodeRequest, "phone"> | CodeSession,
    idempotencyKey: string,
  ): Promise<DeletionOutcome | null>;
}

/** What is kept of a send, as long as its code is good: that it was answered, or that a code may be on its way. */
const keptSend = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("answered"),
    answer: z.object({
      sessionId: z.string().nullable(),
      deletedBefore: z.object({ deletedAt: z.number().nullable() }).nullable(),
    }),
    at: z.number(),
    /** Of the session that begins with it. */
    id: z.string(),
  }),
  z.object({ kind: z.literal("unknown") }),
]);

/** What became of a send; it knows nothing of the person who pressed. */
type Sent =
  | Extract<z.infer<typeof keptSend>, { kind: "answered" }>
  /** `maybeSent`: whether the same request may have sent a code before. */
  | { kind: "over"; refusal: LimitRefusal; maybeSent?: boolean }
  /** `until`: from when on it may be tried again, when a code may be on its way all the same. */
  | { kind: "failed"; failure: CallFailure; until?: number };

const MAY_BE_SENT: Message = { id: "send.may-be-sent" };

export function createSendCode(parts: SendCodeParts): SendCode {
  const { authApi, limits, coolDowns, memory } = parts;
  const requests = createSingleFlight<Sent>();
  const sends = parts.keepsAnswers("send", keptSend);

  /**
   * @param request what only the same request holds; null where it cannot be told from others
   * @param of what is remembered not to be known: the request, or the session that a code is sent again for
   */
  async function send(
    phone: string,
    clientAddress: string,
    request: string | null,
    of = request,
  ): Promise<Sent> {
    const restUntil = coolDowns.until(phone);
    if (restUntil > 0) return { kind: "over", refusal: { cause: "send", until: restUntil } };
    const ofPhone = sendingUses(phone, clientAddress);
    // Never given back: whoever asks for numbers that the auth API refuses would have a register of those it knows.
    const ofNetwork: Use = { rule: "sendPerAddress", key: clientNetwork(clientAddress) };
    const taken = await limits.take([...ofPhone, ofNetwork]);
    if (!taken.ok) {
      const before = of === null ? null : await sends.find(of);
      const refusal = { cause: causeOf(taken.rule), until: taken.until };
      return { kind: "over", refusal, maybeSent: before?.kind === "unknown" };
    }
    try {
      const answer = await authApi.sendOtp(phone);
      const at = Date.now();
      const sent = { kind: "answered", answer, at, id: await memory.newSessionId() } as const;
      if (request !== null) await sends.keep(request, sent, at + OTP_SESSION_MS);
      return sent;
    } catch (error) {
      const failure = callFailure("send", error, [phone, phone.slice(3)]);
      if (failure.mayHaveHappened) {
        if (of !== null) await sends.keep(of, { kind: "unknown" }, Date.now() + OTP_SESSION_MS);
        return { kind: "failed", failure, until: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(ofPhone);
      if (failure.retryAt === undefined) return { kind: "failed", failure };
      coolDowns.note(phone, failure.retryAt);
      return { kind: "over", refusal: { cause: "send", until: failure.retryAt } };
    }
  }

  function outcome(session: DeletionSession | null, phone: string, sent: Sent): DeletionOutcome {
    switch (sent.kind) {
      case "over":
        return sendingLimited(session, sent.refusal, sent.maybeSent ? MAY_BE_SENT : undefined);
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
    async run(session, request) {
      const { phone, clientAddress, idempotencyKey } = request;
      const key = keyOf(request, idempotencyKey);
      const call = () => send(phone, clientAddress, key);
      // Anybody may know the number.
      return outcome(session, phone, await (key === null ? call() : requests.run(key, call)));
    },
    async again(session, clientAddress, idempotencyKey) {
      const { phone, id } = session;
      const call = () => send(phone, clientAddress, keyOf(session, idempotencyKey), id);
      return outcome(session, phone, await requests.run(`${id} ${idempotencyKey}`, call));
    },
    async repeated(of, idempotencyKey) {
      const key = keyOf(of, idempotencyKey);
      const sent = key === null ? null : await sends.find(key);
      return sent?.kind === "answered" ? outcome(null, of.phone, sent) : null;
    },
  };
}

/** What only the same press holds; null for one without an idempotency key, which cannot be told from others. */
function keyOf(of: Pick<SendCodeRequest, "phone"> | CodeSession, idempotencyKey: string) {
  return idempotencyKey === "" ? null : `${"id" in of ? of.id : of.phone} ${idempotencyKey}`;
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
  const noted = { ...problem, note: MAY_BE_SENT };
  return { kind: "stayed", session, status, problem: noted, retryAt: until };
}
