import type { Limits, Taken, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { failedCall, unanswered, type FailedCall } from "./failed-call.server";
import type { Before, IdempotentCalls } from "./idempotent-calls.server";
import { apply, type CallResult } from "./journey.server";
import type { CodeSession, DeletionSession } from "./places.server";
import { sendingUses } from "./send-code.server";
import { LONGEST_TOKEN, longestForm, pageIdOf, SESSION_MS } from "./session.server";
import type { SessionEnds } from "./session-end.server";

export interface VerifyCodeParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  calls: IdempotentCalls<CallResult>;
  logger: Logger;
  /** Whether a session can be kept in its cookie. */
  fits: (session: DeletionSession) => boolean;
}

export interface VerifyCodeRequest {
  /** Six digits. */
  otp: string;
  /** Counted as its network. */
  clientAddress: string;
  /** The random id of the page that the form stood on; empty for none. */
  idempotencyKey: string;
}

/**
 * Checks a code of six digits. Each try is counted before it is sent, so that tries side by side cannot pass the
 * limits: of wrong codes, and of tries of any outcome.
 */
export interface VerifyCode {
  run(session: CodeSession, request: VerifyCodeRequest): Promise<CallResult>;
  /** What the same request was answered with before; null for none. */
  repeated(session: CodeSession, request: VerifyCodeRequest): Promise<CallResult | null>;
  /** Counts a try in a session whose code was accepted: nobody guesses without an end which one it was. */
  countLate(session: CodeSession): Promise<void>;
  /** What is said of a session that its tries have ended; null for one that has some left. */
  usedUp(session: CodeSession, clientAddress: string): Promise<CallResult | null>;
  /** How many tries are left before the OTP session ends. */
  triesLeft(session: CodeSession): Promise<number>;
}

export function createVerifyCode(parts: VerifyCodeParts): VerifyCode {
  const { authApi, limits, fingerprint, coolDowns, ends, memory, calls, logger } = parts;

  const usesOf = ({ otpSession }: CodeSession): [wrong: Use, anyTry: Use] => [
    { rule: "wrongCode", key: fingerprint(otpSession) },
    { rule: "codeTry", key: fingerprint(otpSession) },
  ];

  async function usedUpBy(
    { phone }: CodeSession,
    clientAddress: string,
    cause: "codes" | "tries",
  ): Promise<CallResult> {
    const until = Math.max(Date.now(), await limits.freeAt(sendingUses(phone, clientAddress)));
    return { type: "codes-used-up", refusal: { cause, until } };
  }

  /** A right code opens a session, unless its token leaves too little room in the cookie. */
  function accepted(session: CodeSession, token: string, until: number): CallResult {
    const result: CallResult = { type: "code-accepted", token, until };
    const opened = apply(session, result).session;
    const isVerified = opened?.at === "reasons" && token.length <= LONGEST_TOKEN;
    if (isVerified && parts.fits(longestForm(opened))) return result;
    logger.error({ length: token.length }, "the token is too long for the session's cookie");
    return { type: "cannot-go-on" };
  }

  async function verify(
    session: CodeSession,
    request: VerifyCodeRequest,
    before: Before,
  ): Promise<CallResult> {
    const { id, phone, otpSession } = session;
    const { otp, clientAddress } = request;
    const again = await repeated(session, request);
    if (again !== null) return again;
    const coolingDown = (until: number): CallResult => {
      return { type: "step-limited", refusal: { cause: "verify", until } };
    };
    const coolDown = coolDowns.until(id);
    if (coolDown > 0) return coolingDown(coolDown);
    const [wrong, anyTry] = usesOf(session);
    const counted = await limits.take([wrong, anyTry]);
    if (!counted.ok) {
      return usedUpBy(session, clientAddress, counted.rule === "codeTry" ? "tries" : "codes");
    }
    try {
      const answer = await authApi.verifyOtp(otpSession, otp);
      const until = Date.now() + SESSION_MS;
      await limits.giveBack([wrong]);
      const result: CallResult =
        answer.action === "signup_required"
          ? { type: "no-account" }
          : accepted(session, answer.token, until);
      if (request.idempotencyKey !== "") await calls.keep(keyOf(session, request), result, until);
      return result;
    } catch (error) {
      const failed = failedCall("verify", error, [phone, phone.slice(3), otpSession, otp]);
      const { result, declined, neverLeft, coolDownUntil } = failed;
      // Nobody has guessed anew who enters a code again that the lost try may have used up.
      const isWrong = declined && before !== "lost";
      const undone = [...(isWrong ? [] : [wrong]), ...(neverLeft ? [anyTry] : [])];
      if (undone.length > 0) await limits.giveBack(undone);
      const cause = endedBy(counted, failed, isWrong);
      if (cause !== null) {
        // A copy of the session is good for nothing more, not for another code either.
        await ends.markLeft(session);
        return usedUpBy(session, clientAddress, cause);
      }
      if (coolDownUntil !== undefined) {
        coolDowns.note(id, coolDownUntil);
        return coolingDown(coolDownUntil);
      }
      const mayBeUsed = before !== "known" || !(await memory.isWhole(pageIdOf(session) ?? ""));
      return declined && mayBeUsed ? { ...result, note: { id: "verify.maybe-used" } } : result;
    }
  }

  async function repeated(
    session: CodeSession,
    request: VerifyCodeRequest,
  ): Promise<CallResult | null> {
    return request.idempotencyKey === "" ? null : calls.find(keyOf(session, request));
  }

  return {
    async run(session, request) {
      const call = (before: Before) => verify(session, request, before);
      const about = `verify ${session.id} ${request.otp}`;
      const result = await calls.run(keyOf(session, request), about, call);
      return result ?? { ...unanswered("verify"), note: { id: "verify.maybe-used" } };
    },
    repeated,
    async countLate(session) {
      // That it is a wrong one is not known.
      const [, anyTry] = usesOf(session);
      await limits.take([anyTry]);
    },
    async usedUp(session, clientAddress) {
      const [wrong, anyTry] = usesOf(session);
      const cause = (await limits.left([wrong])) === 0 ? "codes" : "tries";
      if (cause === "tries" && (await limits.left([anyTry])) > 0) return null;
      return usedUpBy(session, clientAddress, cause);
    },
    triesLeft: (session) => limits.left(usesOf(session)),
  };
}

const keyOf = ({ id }: CodeSession, { otp, idempotencyKey }: VerifyCodeRequest) =>
  `verify ${id} ${otp} ${idempotencyKey}`;

/** The limit that a failed try has used up. */
function endedBy(
  { left }: Extract<Taken, { ok: true }>,
  { neverLeft }: FailedCall,
  isWrong: boolean,
) {
  if (isWrong && left.wrongCode === 0) return "codes";
  return !neverLeft && left.codeTry === 0 ? "tries" : null;
}
