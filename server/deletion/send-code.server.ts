import { z } from "zod";
import { clientNetwork, networksOf } from "../resilience/client-network.server";
import type { LimitName } from "../limits/limit-rules.server";
import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import { failedCall, sendingLimited, type DeletionOutcome } from "./outcome.server";
import {
  limitRefusal,
  OTP_SESSION_MS,
  placeOf,
  type CodeSession,
  type DeletionSession,
  type LimitRefusal,
} from "./session.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { callFailed, callFailure, unseenCall, type CallFailure } from "./failure-messages.server";
import { next } from "./journey.server";
import type { Before, CreateIdempotentCalls } from "./idempotent-calls.server";
import type { Message } from "./messages.server";
import { keyOf, type SessionEnds } from "./session-end.server";

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
  ends: SessionEnds;
  idempotentCalls: CreateIdempotentCalls;
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

/** What became of a send; it knows nothing of the person who pressed. */
const sentCode = z.discriminatedUnion("kind", [
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
  /** `maybeSent`: whether the same request may have sent a code before. */
  z.object({ kind: z.literal("over"), refusal: limitRefusal, maybeSent: z.boolean() }),
  /** `until`: from when on it may be tried again, when a code may be on its way all the same. */
  z.object({ kind: z.literal("failed"), failure: callFailed, until: z.number().optional() }),
]);
type Sent = z.infer<typeof sentCode>;

const MAY_BE_SENT: Message = { id: "send.may-be-sent" };

export function createSendCode(parts: SendCodeParts): SendCode {
  const { authApi, limits, coolDowns, ends, memory } = parts;
  const calls = parts.idempotentCalls<Sent>({
    name: "send",
    schema: sentCode,
    hadEffect: (sent) => (sent.kind === "answered" ? "yes" : "until" in sent ? "unknown" : "no"),
    unknown: { kind: "failed", failure: unseenCall("send"), until: 0 },
  });

  /** The answer that the same request got, unless its session is held here or has ended: then this is another request. */
  async function answeredBefore(session: DeletionSession | null, phone: string, request: string) {
    const sent = await calls.find(request);
    if (sent?.kind !== "answered" || (session !== null && keyOf(session) === sent.id)) return null;
    const { session: begun } = outcome(null, phone, sent);
    return begun && (await ends.of(begun)) === null ? sent : null;
  }

  /** @param request what only the same request holds; null where it cannot be told from others */
  async function send(
    session: DeletionSession | null,
    phone: string,
    clientAddress: string,
    request: string | null,
    before: Before,
  ): Promise<Sent> {
    const again = request === null ? null : await answeredBefore(session, phone, request);
    if (again !== null) return again;
    const over = (refusal: LimitRefusal): Sent => {
      return { kind: "over", refusal, maybeSent: before === "lost" };
    };
    const restUntil = coolDowns.until(phone);
    if (restUntil > 0) return over({ cause: "send", until: restUntil });
    const ofPhone = sendingUses(phone, clientAddress);
    // Never given back: whoever asks for numbers that the auth API refuses would have a register of those it knows.
    const ofNetwork: Use = { rule: "sendPerAddress", key: clientNetwork(clientAddress) };
    const taken = await limits.take([...ofPhone, ofNetwork]);
    if (!taken.ok) return over({ cause: causeOf(taken.rule), until: taken.until });
    try {
      const answer = await authApi.sendOtp(phone);
      const at = Date.now();
      const sent = { kind: "answered", answer, at, id: await memory.newSessionId() } as const;
      if (request !== null) await calls.keep(request, sent, at + OTP_SESSION_MS);
      return sent;
    } catch (error) {
      const failure = callFailure("send", error, [phone, phone.slice(3)]);
      if (failure.mayHaveHappened) {
        return { kind: "failed", failure, until: await limits.freeAt(ofPhone) };
      }
      await limits.giveBack(ofPhone);
      if (failure.retryAt === undefined) return { kind: "failed", failure };
      coolDowns.note(phone, failure.retryAt);
      return over({ cause: "send", until: failure.retryAt });
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
      const key = requestOf(request, idempotencyKey);
      const call = (before: Before) => send(session, phone, clientAddress, key, before);
      // Anybody may know the number.
      const sent = key === null ? call("known") : calls.run(key, key, call);
      return outcome(session, phone, await sent);
    },
    async again(session, clientAddress, idempotencyKey) {
      const { phone, id } = session;
      const key = requestOf(session, idempotencyKey);
      const call = (before: Before) => send(session, phone, clientAddress, key, before);
      return outcome(session, phone, await calls.run(`${id} ${idempotencyKey}`, id, call));
    },
    async repeated(of, idempotencyKey) {
      const key = requestOf(of, idempotencyKey);
      const sent = key === null ? null : await calls.find(key);
      return sent?.kind === "answered" ? outcome(null, of.phone, sent) : null;
    },
  };
}

/** What only the same press holds; null for one without an idempotency key, which cannot be told from others. */
function requestOf(of: Pick<SendCodeRequest, "phone"> | CodeSession, idempotencyKey: string) {
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
