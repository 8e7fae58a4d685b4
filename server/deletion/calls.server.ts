import { randomUUID } from "node:crypto";
import type { Limits, LimitName, Use } from "../limits/limits.server";
import { clientNetwork, requestContext } from "../process/request-context.server";
import type { Logger } from "../process/logger.server";
import type { createBoundedMap } from "../process/memory-bounds.server";
import { withoutSecrets } from "../upstream/answer.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { deletionMessage, type CodeSent } from "../upstream/auth-api.server";
import {
  certainlyHadNoEffect,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasRejected,
} from "../upstream/upstream-error.server";
import { joinReasons } from "./form-fields.server";
import type { Outcome, Problem, Stayed } from "./outcome.server";
import {
  LONGEST_TOKEN,
  OTP_SESSION_MS,
  referenceOf,
  SESSION_MS,
  type DeletionSession,
  type SessionAt,
  type VerifiedSession,
} from "./session.server";

/** Dependencies of the calls. */
export interface CallParts {
  authApi: AuthApi;
  limits: Limits;
  logger: Pick<Logger, "info" | "warn" | "error">;
  /** Until when the auth API asked to be left alone, by phone or session: one's 429 must not stop the calls of others. */
  coolDowns: ReturnType<typeof createBoundedMap<number>>;
}

/** By how much the clock of the auth API may differ from ours. */
const SKEW_MS = 5 * 60_000;

/**
 * Sends a code to a phone.
 *
 * @param from the session whose page asked for the code; null for the first step
 * @param phone in E.164
 */
export async function sendCode(
  parts: CallParts,
  from: DeletionSession | null,
  phone: string,
): Promise<Outcome> {
  const { authApi, limits } = parts;
  const uses = sendingUses(phone);
  const verdict = await limits.take(uses);
  if (!verdict.ok) {
    const retryAt = Math.max(verdict.until, coolDownEnd(parts, phone));
    return limited(from, sendingLimit(verdict.rule), retryAt);
  }
  const run = () => authApi.sendOtp(phone);
  const called = await call(parts, { name: "send", from, key: phone, secrets: [phone], run });
  if ("answer" in called) return codeSent(called.answer, from, phone);
  const { error, status, problem } = called;
  if (certainlyHadNoEffect(error) && !error.isHtml) {
    // The try itself still counts: otherwise refused numbers would be free, and known numbers could be enumerated.
    await limits.giveBack(uses.filter(({ rule }) => rule !== "sendPerAddress"));
    return { shown: from, status, problem };
  }
  const retryAt = await freeToSend(parts, phone);
  return { shown: from, status, problem: { ...problem, note: "send.may-be-sent", retryAt } };
}

function codeSent(
  { sessionId, deletedBefore }: CodeSent,
  from: DeletionSession | null,
  phone: string,
): Outcome {
  const now = Date.now();
  const id = from?.at === "code" ? from.id : randomUUID();
  const until = now + SESSION_MS;
  if (sessionId === null || deletedBefore !== null) {
    const deletedAt = possibleMoment(deletedBefore?.deletedAt ?? null, now, Infinity);
    return { session: { at: "reactivation", id, until, deletedAt } };
  }
  const codeUntil = now + OTP_SESSION_MS;
  const session = { at: "code", id, until, phone, otpSession: sessionId, codeUntil } as const;
  return { session, toast: "send.sent" };
}

/**
 * Verifies a code. The try is counted before it is sent, so that concurrent tries cannot exceed the limits.
 *
 * @param otp six digits
 */
export async function verifyCode(
  parts: CallParts,
  session: SessionAt<"code">,
  otp: string,
): Promise<Outcome> {
  const { authApi, limits, logger } = parts;
  const { id, phone, otpSession } = session;
  const key = codeKey(session);
  const [wrong, anyTry] = tryUses(session);
  const usedUp = async (cause: "limit.codes" | "limit.tries") => {
    const until = Math.max(Date.now(), await freeToSend(parts, phone));
    return limited(session, cause, until);
  };
  const verdict = await limits.take([wrong, anyTry]);
  if (!verdict.ok) return usedUp(verdict.rule === "codeTry" ? "limit.tries" : "limit.codes");
  const secrets = [phone, otpSession, otp];
  const run = () => authApi.verifyOtp(otpSession, otp);
  const called = await call(parts, { name: "verify", from: session, key, secrets, run });
  if ("error" in called) {
    const { error, status, problem } = called;
    const declined = isRefusal(error);
    await limits.giveBack([...(declined ? [] : [wrong]), ...(error.sent ? [] : [anyTry])]);
    if (declined && verdict.left.wrongCode === 0) return usedUp("limit.codes");
    if (error.sent && verdict.left.codeTry === 0) return usedUp("limit.tries");
    const note = certainlyHadNoEffect(error) ? undefined : "verify.maybe-used";
    return { shown: session, status, problem: { ...problem, note } };
  }
  await limits.giveBack([wrong]);
  const until = Date.now() + SESSION_MS;
  if (called.answer.action === "signup_required") {
    return { session: { at: "not-registered", id, until } };
  }
  const { token } = called.answer;
  // A token with other characters cannot be sent in a header.
  if (Buffer.byteLength(JSON.stringify(token)) > LONGEST_TOKEN || !/^[ -~]+$/.test(token)) {
    logger.error({ length: token.length }, "the token fits no cookie or no header");
    return { shown: session, status: 502, problem: { message: "problem.cannot-go-on" } };
  }
  const empty = { chosen: [], others: "", lost: false };
  const verified = { at: "reasons", id, until, phone, token, ...empty } as const;
  return { session: verified, toast: "verify.verified" };
}

/**
 * Deletes the account of a session. Whatever fails, the account may have been deleted: an answer may be lost.
 */
export async function deleteAccount(parts: CallParts, session: VerifiedSession): Promise<Outcome> {
  const { id, phone, until, token } = session;
  const lost = { ...session, at: "confirm", lost: true } as const;
  const run = () => parts.authApi.deleteProfile(token, joinReasons(session));
  const called = await call(parts, { name: "delete", from: lost, key: id, secrets: [token], run });
  if ("error" in called) {
    const { error, status, problem } = called;
    const isSignedOut = isRefusal(error) && (error.status === 401 || error.status === 403);
    if (!isSignedOut) return { shown: lost, status, problem, session: lost };
    const signedOut = { at: "signed-out", id, until, phone } as const;
    // A 403 may have a reason of its own, which no other code would change.
    const reason = problem.said !== undefined && error.status === 403 ? problem : null;
    return { shown: signedOut, status: 409, problem: reason, session: signedOut };
  }
  const { isStated, deletedAt: stated } = called.answer;
  const now = Date.now();
  // An answer without a moment is itself the moment, but after a lost answer an earlier press may have been it.
  const unstated = session.lost ? null : now;
  // A stated moment may be of an earlier press, so it may lie as far back as a session lasts.
  const deletedAt = isStated ? possibleMoment(stated, now, SESSION_MS + SKEW_MS) : unstated;
  parts.logger.info({ reference: referenceOf(session) }, "account deleted");
  return { session: { at: "done", id, until: now + SESSION_MS, deletedAt } };
}

/** When a code can be sent to a phone, in milliseconds since 1970; 0 when it can be sent now. */
export async function freeToSend(parts: CallParts, phone: string) {
  return Math.max(await parts.limits.freeAt(sendingUses(phone)), coolDownEnd(parts, phone));
}

/** The end of a cool-down in milliseconds since 1970; 0 when there is none. @param key a phone or a session */
function coolDownEnd({ coolDowns }: CallParts, key: string): number {
  const until = coolDowns.get(key) ?? 0;
  return until > Date.now() ? until : 0;
}

/** Number of tries left before a code's OTP session ends. */
export function triesLeft({ limits }: CallParts, session: SessionAt<"code">) {
  return limits.left(tryUses(session));
}

/** Tries are counted for each code that we sent: an auth API may give several codes the same OTP session. */
const codeKey = ({ id, codeUntil }: SessionAt<"code">) => `${id} ${codeUntil}`;

function tryUses(session: SessionAt<"code">): [wrong: Use, anyTry: Use] {
  const key = codeKey(session);
  return [
    { rule: "wrongCode", key },
    { rule: "codeTry", key },
  ];
}

/**
 * The limits of codes to a number: per client network, so that other networks cannot use up the limit of the number's
 * owner, for all networks together, and of the network itself. A network is an IPv4 address or an IPv6 /56.
 */
function sendingUses(phone: string): Use[] {
  const network = clientNetwork(requestContext().clientAddress);
  const from = `${phone} ${network}`;
  return [
    { rule: "sendAgain", key: from },
    { rule: "sendPerHour", key: from },
    { rule: "sendPerNumber", key: phone },
    { rule: "sendPerAddress", key: network },
  ];
}

function sendingLimit(rule: LimitName) {
  if (rule === "sendPerAddress") return "limit.network";
  return rule === "sendAgain" ? "limit.minute" : "limit.number";
}

/** The answer to a form over a limit, ours or the auth API's own. @param until when it ends */
const limited = (
  shown: DeletionSession | null,
  message: Extract<Problem["message"], `limit.${string}`>,
  until: number,
): Stayed => ({ shown, status: 429, problem: { message, retryAt: until } });

/**
 * A moment of a deletion that the auth API has stated, if it can be true: not in the future, and not long before.
 *
 * @param longestAgo milliseconds
 */
function possibleMoment(stated: number | null, now: number, longestAgo: number): number | null {
  if (stated === null || stated > now + SKEW_MS || stated < now - longestAgo) return null;
  return Math.min(stated, now);
}

/** A call of the auth API. */
interface Call<T> {
  name: "send" | "verify" | "delete";
  /** The session whose page has asked for it; null for the first step. */
  from: DeletionSession | null;
  /** What the auth API may ask to leave alone: a phone or a session. */
  key: string;
  /** Texts that must not reach a page even if the auth API repeats them. */
  secrets: readonly string[];
  run: () => Promise<T>;
}

/** A failed call and what is known of it. */
interface Failure extends Pick<Stayed, "status"> {
  error: UpstreamError;
  problem: Problem;
}

/** Makes a call, unless the auth API has asked to be left alone. A failure is logged. */
async function call<T>(
  parts: CallParts,
  { name, from, key, secrets, run }: Call<T>,
): Promise<{ answer: T } | Failure> {
  try {
    const coolDown = coolDownEnd(parts, key) - Date.now();
    if (coolDown > 0) throw new UpstreamError("over-limit", "", { retryAfterMs: coolDown });
    return { answer: await run() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { kind, status, retryAt } = error;
    parts.logger.warn(
      { call: name, kind, status, reference: from && referenceOf(from) },
      "the auth API did not do what was asked",
    );
    if (retryAt !== undefined && kind !== "busy") {
      parts.coolDowns.set(key, retryAt);
      return { error, status: 429, problem: { message: `limit.${name}`, retryAt } };
    }
    const declined = isRefusal(error);
    // A code is called invalid only where the auth API has refused it.
    const isKnown = name === "verify" ? declined : wasAnswered(error);
    const field = name === "verify" ? "otp" : from === null ? "phone" : undefined;
    const message = serverMessage(error);
    // The words of a success are never shown as an error.
    const said = deletionMessage.safeParse(message).success ? null : message;
    const problem: Problem = {
      message: `${name}.${isKnown ? "failed" : "unanswered"}`,
      said: said === null ? undefined : withoutSecrets(said, withShortPhones(secrets)),
      field: declined ? field : undefined,
      retryAt,
    };
    return { error, status: kind === "busy" ? 503 : declined ? 400 : 502, problem };
  }
}

/** Secrets, with phone numbers also without their country code. */
const withShortPhones = (secrets: readonly string[]) =>
  secrets.flatMap((secret) => (secret.startsWith("+91") ? [secret, secret.slice(3)] : [secret]));

/** Whether the auth API itself has refused what was typed, in contrast to a gateway before it. */
const isRefusal = (error: UpstreamError) => wasRejected(error) && !error.isHtml;
