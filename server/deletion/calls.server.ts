import { randomUUID } from "node:crypto";
import type { Limits, LimitName, Use } from "../limits/limits.server";
import { clientNetwork } from "../process/client-address.server";
import type { Logger } from "../process/logger.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import type { AuthApi } from "../upstream/auth-api.server";
import {
  certainlyHadNoEffect,
  serverMessage,
  UpstreamError,
  wasAnswered,
  wasRejected,
} from "../upstream/upstream-error.server";
import { joinReasons } from "./form-fields.server";
import { limited, moved, stayed, type Outcome, type Problem, type Stayed } from "./outcome.server";
import {
  longestForm,
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
  /** Whether a session fits into its cookie. */
  fits: (session: DeletionSession) => Promise<boolean>;
  /** The times until which the auth API asked to be left alone, by phone or session. */
  coolDowns: CoolDowns;
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
  clientAddress: string,
): Promise<Outcome> {
  const { limits, coolDowns } = parts;
  const coolDown = coolDowns.until(phone);
  if (coolDown > 0) return limited(from, "limit.send", coolDown, "code");
  const uses = sendingUses(phone, clientAddress);
  const verdict = await limits.take([...uses, networkUse(clientAddress)]);
  if (!verdict.ok) return limited(from, sendingLimit(verdict.rule), verdict.until, "code");
  const id = from?.at === "code" ? from.id : randomUUID();
  try {
    const { sessionId, deletedBefore } = await parts.authApi.sendOtp(phone);
    const now = Date.now();
    const until = now + SESSION_MS;
    if (sessionId === null || deletedBefore !== null) {
      const deletedAt = possibleMoment(deletedBefore?.deletedAt ?? null, now, Infinity);
      return moved({ at: "reactivation", id, until, deletedAt });
    }
    const codeUntil = now + OTP_SESSION_MS;
    const session = { at: "code", id, until, phone, otpSession: sessionId, codeUntil } as const;
    return moved(session, { toast: { id: "send.sent" } });
  } catch (error) {
    const failure = failedCall(parts, "send", error, [phone]);
    const { status } = failure;
    // The fault is the number's only where the auth API has refused it.
    const isOfNumber = from === null && wasRejected(failure.error);
    const problem: Problem = { ...failure.problem, ...(isOfNumber && { field: "phone" }) };
    if (!certainlyHadNoEffect(failure.error)) {
      const retryAt = await freeToSend(parts, phone, clientAddress);
      const note = { id: "send.may-be-sent" } as const;
      return stayed(from, status, { ...problem, note, retryAt, retry: "code" });
    }
    await limits.giveBack(uses);
    if (failure.coolDown === undefined) return stayed(from, status, problem);
    coolDowns.note(phone, failure.coolDown);
    return limited(from, "limit.send", failure.coolDown, "code");
  }
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
  clientAddress: string,
): Promise<Outcome> {
  const { limits, coolDowns } = parts;
  const { id, phone, otpSession } = session;
  const coolDown = coolDowns.until(id);
  if (coolDown > 0) return limited(session, "limit.verify", coolDown, "step");
  const [wrong, anyTry] = tryUses(session);
  const usedUp = async (cause: "limit.codes" | "limit.tries") => {
    const until = Math.max(Date.now(), await freeToSend(parts, phone, clientAddress));
    return limited(session, cause, until, "code");
  };
  const verdict = await limits.take([wrong, anyTry]);
  if (!verdict.ok) return usedUp(verdict.rule === "codeTry" ? "limit.tries" : "limit.codes");
  try {
    const answer = await parts.authApi.verifyOtp(otpSession, otp);
    await limits.giveBack([wrong]);
    const until = Date.now() + SESSION_MS;
    if (answer.action === "signup_required") return moved({ at: "not-registered", id, until });
    const { token } = answer;
    const empty = { chosen: [], others: "", lost: false };
    const next: VerifiedSession = { at: "reasons", id, until, phone, token, ...empty };
    if (await parts.fits(longestForm(next))) {
      return moved(next, { toast: { id: "verify.verified" } });
    }
    parts.logger.error({ length: token.length }, "the token is too long for a cookie");
    return stayed(session, 502, { message: { id: "problem.cannot-go-on" }, write: true });
  } catch (error) {
    const failure = failedCall(parts, "verify", error, [phone, otpSession, otp]);
    const { sent } = failure.error;
    const declined = wasRejected(failure.error);
    await limits.giveBack([...(declined ? [] : [wrong]), ...(sent ? [] : [anyTry])]);
    if (declined && verdict.left.wrongCode === 0) return usedUp("limit.codes");
    if (sent && verdict.left.codeTry === 0) return usedUp("limit.tries");
    if (failure.coolDown !== undefined) {
      coolDowns.note(id, failure.coolDown);
      return limited(session, "limit.verify", failure.coolDown, "step");
    }
    const note = { id: "verify.maybe-used" } as const;
    const problem = { ...failure.problem, ...(!certainlyHadNoEffect(failure.error) && { note }) };
    return stayed(session, failure.status, problem);
  }
}

/**
 * Deletes the account of a session. Whatever fails, the account may have been deleted: an answer may have been lost
 * before.
 */
export async function deleteAccount(parts: CallParts, session: VerifiedSession): Promise<Outcome> {
  const { coolDowns, logger } = parts;
  const { id, phone, until, token } = session;
  const lost: VerifiedSession = { ...session, at: "confirm", lost: true };
  const failed = (outcome: Stayed): Stayed => ({ ...outcome, session: lost });
  const coolDown = coolDowns.until(id);
  if (coolDown > 0) return failed(limited(lost, "limit.delete", coolDown, "step"));
  const reference = referenceOf(session);
  try {
    const answer = await parts.authApi.deleteProfile(token, joinReasons(session));
    const now = Date.now();
    // An answer without a moment is itself the moment, but after a lost answer an earlier press may have been it.
    const unstated = session.lost ? null : now;
    const deletedAt = answer.isStated ? possibleMoment(answer.deletedAt, now, SKEW_MS) : unstated;
    logger.info({ reference }, "account deleted");
    return moved({ at: "done", id, until: now + SESSION_MS, deletedAt });
  } catch (error) {
    const failure = failedCall(parts, "delete", error, [token], { reference });
    const { status, problem, coolDown } = failure;
    if (failure.error.status === 401 || failure.error.status === 403) {
      const signedOut = { at: "signed-out", id, until, phone } as const;
      const message = { id: "delete.signed-out" } as const;
      return { ...stayed(signedOut, 409, { message }), session: signedOut };
    }
    if (coolDown === undefined) return failed(stayed(lost, status, problem));
    coolDowns.note(id, coolDown);
    return failed(limited(lost, "limit.delete", coolDown, "step"));
  }
}

/** When a code can be sent to a phone, in milliseconds since 1970; 0 when it can be sent now. */
export async function freeToSend(
  { limits, coolDowns }: Pick<CallParts, "limits" | "coolDowns">,
  phone: string,
  clientAddress: string,
): Promise<number> {
  const uses = [...sendingUses(phone, clientAddress), networkUse(clientAddress)];
  return Math.max(await limits.freeAt(uses), coolDowns.until(phone));
}

/** Number of tries left before a code's OTP session ends. */
export function triesLeft({ limits }: Pick<CallParts, "limits">, session: SessionAt<"code">) {
  return limits.left(tryUses(session));
}

/** Tries are counted for each code that we sent: an auth API may give several codes the same OTP session. */
function tryUses({ id, codeUntil }: SessionAt<"code">): [wrong: Use, anyTry: Use] {
  const key = `${id} ${codeUntil}`;
  return [
    { rule: "wrongCode", key },
    { rule: "codeTry", key },
  ];
}

/**
 * The limits of codes to a number: per client network, so that other networks cannot use up the limit of the number's
 * owner, and for all networks together. A network is an IPv4 address or an IPv6 /56.
 */
function sendingUses(phone: string, clientAddress: string): Use[] {
  const from = `${phone} ${clientNetwork(clientAddress)}`;
  return [
    { rule: "sendAgain", key: from },
    { rule: "sendPerHour", key: from },
    { rule: "sendPerNumber", key: phone },
  ];
}

/** This use is never given back: otherwise refused numbers would be free, and known numbers could be enumerated. */
const networkUse = (clientAddress: string): Use => ({
  rule: "sendPerAddress",
  key: clientNetwork(clientAddress),
});

function sendingLimit(rule: LimitName) {
  if (rule === "sendPerAddress") return "limit.network";
  return rule === "sendAgain" ? "limit.minute" : "limit.number";
}

/**
 * A moment of a deletion that the auth API has stated, if it can be true: not in the future, and not long before.
 *
 * @param longestAgo milliseconds
 */
function possibleMoment(stated: number | null, now: number, longestAgo: number): number | null {
  if (stated === null || stated > now + SKEW_MS || stated < now - longestAgo) return null;
  return Math.min(stated, now);
}

type Call = "send" | "verify" | "delete";

/**
 * Logs the error of a call, and says what is known of it. The status is 400 when the auth API declined the input, 502
 * when it failed, 503 when the call was not sent for lack of room. `coolDown`: until when it asks to be left alone.
 *
 * @param secrets texts that must not reach a page even if the auth API repeats them
 * @throws the error itself when it is not an UpstreamError
 */
function failedCall(
  { logger }: CallParts,
  call: Call,
  error: unknown,
  secrets: readonly string[],
  logged: object = {},
) {
  if (!(error instanceof UpstreamError)) throw error;
  const { kind, status, retryAt } = error;
  logger.warn({ call, kind, status, ...logged }, "the auth API did not do what was asked");
  const said = serverMessage(error);
  const declined = wasRejected(error);
  const isFull = kind === "busy";
  // A code is called invalid only where the auth API has refused it.
  const isKnown = call === "verify" ? declined : wasAnswered(error);
  const problem: Problem = {
    message: { id: `${call}.${isKnown ? "failed" : "unanswered"}` },
    ...(said !== null && { said: withoutSecrets(said, secrets) }),
    ...(call === "verify" && declined && { field: "otp" }),
    ...(isFull && retryAt !== undefined && { retryAt, retry: "step" }),
  };
  const answered: Stayed["status"] = isFull ? 503 : declined ? 400 : 502;
  return { error, problem, status: answered, coolDown: isFull ? undefined : retryAt };
}

/** Hides secrets, the longest first: one may contain another. Phone numbers are also hidden without country code. */
function withoutSecrets(message: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => (secret.startsWith("+91") ? [secret, secret.slice(3)] : [secret]))
    .sort((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, "•••"), message);
}
