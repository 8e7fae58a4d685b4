import { z } from "zod";
import type { Limits } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import type { Effect, IdempotentCalls } from "../session/idempotent-calls.server";
import type { AuthApi } from "../upstream/auth-api.server";
import {
  certainlyHadNoEffect,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasRejected,
} from "../upstream/upstream-error.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { finishedSession, limitRefusal, type DeletionSession } from "./places.server";
import type { SessionEnds } from "./session.server";

/** Ids of messages without placeholders. */
const PLAIN_IDS = [
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

/** A message for the page. The server sends the id; the page shows the text in the visitor's language. */
export const message = z.union([
  z.object({ id: z.enum(PLAIN_IDS) }),
  z.object({ id: z.literal("problem.others"), values: z.object({ most: z.number() }) }),
  z.object({
    id: z.literal("delete.maybe-reference"),
    values: z.object({ reference: z.string() }),
  }),
]);

export type Message = z.infer<typeof message>;

const note = message.optional();

/** The result of a call to the auth API, or of the limits before it. Instances share these results. */
export const callResult = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("code-sent"),
    /** Id of the session that begins with this code. */
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
  /** The code was right, but the session with its token does not fit into a cookie. */
  z.object({ type: z.literal("cannot-go-on") }),
  z.object({ type: z.literal("codes-used-up"), refusal: limitRefusal }),
  z.object({ type: z.literal("account-deleted"), receipt: finishedSession }),
  /** The session of the deletion had already ended. */
  z.object({ type: z.literal("ended-before") }),
  /** The auth API asks for a cool-down of this step. */
  z.object({ type: z.literal("step-limited"), refusal: limitRefusal, note }),
  z.object({
    type: z.literal("call-failed"),
    call: z.enum(["send", "verify", "delete"]),
    message,
    said: z.string().optional(),
    status: z.literal([400, 502, 503]),
    note,
    /** When to try again; `again`: whether the same step can be repeated, without requesting a new code. */
    retryAt: z.number().optional(),
    again: z.boolean().optional(),
    /** Whether the call may have taken effect although it failed. */
    mayHaveHappened: z.boolean(),
  }),
]);
export type CallResult = z.infer<typeof callResult>;
export type CallFailed = Extract<CallResult, { type: "call-failed" }>;

/** Dependencies of the calls of the three steps. */
export interface CallParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  logger: Logger;
  /** Whether a session fits into its cookie. */
  fits: (session: DeletionSession) => boolean;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  calls: IdempotentCalls<CallResult>;
}

/** Whether a call took effect. A call that took no effect says nothing about an earlier one. */
export function hadEffect(result: CallResult): Effect {
  if (result.type === "call-failed") return result.mayHaveHappened ? "unknown" : "no";
  const noEffect: readonly string[] = ["sending-limited", "step-limited", "codes-used-up"];
  return noEffect.includes(result.type) ? "no" : "yes";
}

type Call = CallFailed["call"];

/** A failed call, for the steps of the journey. */
interface FailedCall {
  /** The result to show. */
  result: CallFailed;
  /** Whether the server declined the person's input. */
  declined: boolean;
  /** Whether nothing was sent to the upstream. */
  neverLeft: boolean;
  /** End of the cool-down that the upstream asks for, in milliseconds since 1970. */
  coolDownUntil: number | undefined;
}

/** The result of a call without an answer. The call may have taken effect. */
export const unanswered = (call: Call): CallFailed => ({
  type: "call-failed",
  call,
  message: { id: `${call}.unanswered` },
  status: 502,
  mayHaveHappened: true,
});

/**
 * The result of a deletion that was not sent, because it could not be recorded for other instances.
 *
 * @param retryAt when to try again, in milliseconds since 1970
 */
export const notSent = (retryAt: number): CallFailed => ({
  ...unanswered("delete"),
  status: 503,
  mayHaveHappened: false,
  retryAt,
  again: true,
});

/**
 * Converts the error of a call to a result: the call failed, with the server's own message if there is one, or got no
 * answer. The status is 400 when the server declined the person's input, 502 when the server itself failed, 503 when
 * the call was not sent because all of our slots were taken.
 *
 * @param secrets texts that must not reach a page even if the server repeats them
 * @throws the error itself when it is not an UpstreamError
 */
export function failedCall(call: Call, error: unknown, secrets: readonly string[]): FailedCall {
  if (!(error instanceof UpstreamError)) throw error;
  const said = serverMessage(error);
  const declined = wasRejected(error);
  const isFull = error.kind === "busy";
  const result: CallFailed = {
    ...unanswered(call),
    ...(wasAnswered(error) && { message: { id: `${call}.failed` } as const }),
    ...(said !== null && { said: withoutSecrets(said, secrets) }),
    status: isFull ? 503 : declined ? 400 : 502,
    ...(isFull && error.retryAt !== undefined && { retryAt: error.retryAt, again: true }),
    mayHaveHappened: !certainlyHadNoEffect(error),
  };
  const coolDownUntil = isFull ? undefined : error.retryAt;
  return { result, declined, neverLeft: !error.sent, coolDownUntil };
}

/** Hides secrets, the longest first: one may contain another. Phone numbers are also hidden without country code. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => (secret.startsWith("+91") ? [secret, secret.slice(3)] : [secret]))
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
