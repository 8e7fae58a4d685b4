import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import type { Effect, IdempotentCalls } from "../session/idempotent-calls.server";
import type { AuthApi } from "../upstream/auth-api.server";
import {
  certainlyDidNotHappen,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasDeclined,
} from "../upstream/upstream-error.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { finishedSession, limitRefusal, type DeletionSession } from "./places.server";
import type { SessionEnds } from "./session.server";

/** What the page may have to say that needs no words filled in. */
const PLAIN = [
  "problem.phone",
  "problem.otp",
  "problem.reasons",
  "problem.ended",
  "problem.ended-undeleted",
  "problem.earlier",
  "problem.earlier-undeleted",
  "problem.outdated",
  "problem.cannot-go-on",
  "send.failed",
  "send.unanswered",
  "send.may-be-sent",
  "send.sent",
  "verify.failed",
  "verify.unanswered",
  "verify.maybe-used",
  "verify.used",
  "verify.verified",
  "delete.failed",
  "delete.unanswered",
  "delete.refused-after-loss",
  "delete.maybe",
  "delete.unknown",
  "limit.minute",
  "limit.hour",
  "limit.number",
  "limit.network",
  "limit.codes",
  "limit.tries",
  "limit.send",
  "limit.verify",
  "limit.delete",
] as const;

/** What the page may have to say. The server names it; the page writes it in the visitor's language. */
export const message = z.union([
  z.object({ id: z.enum(PLAIN) }),
  z.object({ id: z.literal("problem.others"), values: z.object({ most: z.number() }) }),
  z.object({
    id: z.literal("delete.maybe-reference"),
    values: z.object({ reference: z.string() }),
  }),
]);

export type Message = z.infer<typeof message>;

const note = message.optional();

/** What came of a call to the auth API, or of the limits before it. Instances tell one another of it. */
export const callResult = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("code-sent"),
    /** Of the session that begins with it. */
    id: z.string(),
    phone: z.string(),
    otpSession: z.string(),
    codeUntil: z.number(),
  }),
  z.object({
    type: z.literal("deleted-before"),
    id: z.string(),
    deletedAt: z.number().nullable(),
  }),
  z.object({ type: z.literal("sending-limited"), refusal: limitRefusal, note }),
  z.object({ type: z.literal("code-accepted"), token: z.string(), until: z.number() }),
  z.object({ type: z.literal("no-account") }),
  /** The code was right, and the session that it opens fits no cookie. */
  z.object({ type: z.literal("cannot-go-on") }),
  z.object({ type: z.literal("codes-used-up"), refusal: limitRefusal }),
  z.object({ type: z.literal("account-deleted"), receipt: finishedSession }),
  /** The session of a deletion ended before. */
  z.object({ type: z.literal("ended-before") }),
  /** The auth API wants to be left alone with this step. */
  z.object({ type: z.literal("step-limited"), refusal: limitRefusal, note }),
  z.object({
    type: z.literal("call-failed"),
    call: z.enum(["send", "verify", "delete"]),
    message,
    said: z.string().optional(),
    status: z.literal([400, 502, 503]),
    note,
    /** From when on it may be tried again; `again`: as it is, and not by asking for a new code. */
    retryAt: z.number().optional(),
    again: z.boolean().optional(),
    /** Whether the call may have had its effect all the same. */
    mayHaveHappened: z.boolean(),
  }),
]);
export type CallResult = z.infer<typeof callResult>;
export type CallFailed = Extract<CallResult, { type: "call-failed" }>;

/** What the calls of the three steps are made with. */
export interface CallParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  logger: Logger;
  /** Whether a session can be kept in its cookie. */
  fits: (session: DeletionSession) => boolean;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  calls: IdempotentCalls<CallResult>;
}

/** Whether a call had its effect; one that had none says nothing of one before it. */
export function hadEffect(result: CallResult): Effect {
  if (result.type === "call-failed") return result.mayHaveHappened ? "unknown" : "no";
  const without: readonly string[] = ["sending-limited", "step-limited", "codes-used-up"];
  return without.includes(result.type) ? "no" : "yes";
}

type Call = CallFailed["call"];

/** What is known of a call that failed. */
interface FailedCall {
  /** What came of it, to be told. */
  result: CallFailed;
  /** Whether the server declined what the person gave. */
  declined: boolean;
  /** Whether the upstream was not reached at all. */
  neverLeft: boolean;
  /** When a server that was asked too often wants to be asked again, in milliseconds since 1970. */
  coolDownUntil: number | undefined;
}

/** Nothing was heard of a call, which may have had its effect. */
export const unanswered = (call: Call): CallFailed => ({
  type: "call-failed",
  call,
  message: { id: `${call}.unanswered` },
  status: 502,
  mayHaveHappened: true,
});

/**
 * A deletion was not sent, because other instances would not have heard of it.
 *
 * @param retryAt in milliseconds since 1970
 */
export const notSent = (retryAt: number): CallFailed => ({
  ...unanswered("delete"),
  status: 503,
  mayHaveHappened: false,
  retryAt,
  again: true,
});

/**
 * Turns a failed call into what is said: that it failed, with the server's own message when there is one, or to try
 * again when no answer came. The status is 400 when the server declined what the person gave, 502 when it is unwell
 * itself, 503 when it was not asked because all of our places for calls to it were taken.
 *
 * @param secrets what must not reach a page even when the server repeats it
 * @throws anything that is no UpstreamError, as it is
 */
export function failedCall(call: Call, error: unknown, secrets: readonly string[]): FailedCall {
  if (!(error instanceof UpstreamError)) throw error;
  const said = serverMessage(error);
  const declined = wasDeclined(error);
  const isFull = error.kind === "busy";
  const result: CallFailed = {
    ...unanswered(call),
    ...(wasAnswered(error) && { message: { id: `${call}.failed` } as const }),
    ...(said !== null && { said: withoutSecrets(said, secrets) }),
    status: isFull ? 503 : declined ? 400 : 502,
    ...(isFull && error.retryAt !== undefined && { retryAt: error.retryAt, again: true }),
    mayHaveHappened: !certainlyDidNotHappen(error),
  };
  const coolDownUntil = isFull ? undefined : error.retryAt;
  return { result, declined, neverLeft: !error.sent, coolDownUntil };
}

/** The longest first, because a secret may contain another one. A number is also hidden without its country's code. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => (secret.startsWith("+91") ? [secret, secret.slice(3)] : [secret]))
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
