import type { Use } from "../limits/limits.server";
import type { PriorEffect } from "../session/idempotent-calls.server";
import { failedCall, unanswered, type CallParts, type CallResult } from "./call-results.server";
import { apply } from "./journey.server";
import type { CodeSession } from "./places.server";
import { sendingUses } from "./send-code.server";
import { LONGEST_TOKEN, longestForm, pageIdOf, SESSION_MS } from "./session.server";

export interface VerifyCodeRequest {
  /** Six digits. */
  otp: string;
  /** Limits count the network that this address belongs to. */
  clientAddress: string;
  /** Random idempotency key of the form's page; empty for none. */
  idempotencyKey: string;
}

/**
 * Creates the step that verifies codes. Each try is counted before it is sent, so that concurrent tries cannot exceed
 * the limits of wrong codes and of tries of any outcome.
 */
export function createVerifyCode(parts: CallParts) {
  const { authApi, limits, fingerprint, coolDowns, ends, memory, calls, logger } = parts;

  const usesOf = ({ otpSession }: CodeSession): [wrong: Use, anyTry: Use] => [
    { rule: "wrongCode", key: fingerprint(otpSession) },
    { rule: "codeTry", key: fingerprint(otpSession) },
  ];

  async function usedUpResult(
    { phone }: CodeSession,
    clientAddress: string,
    cause: "codes" | "tries",
  ): Promise<CallResult> {
    const until = Math.max(Date.now(), await limits.freeAt(sendingUses(phone, clientAddress)));
    return { type: "codes-used-up", refusal: { cause, until } };
  }

  /** The result of a right code: an opened session, unless its token is too long for the cookie. */
  function acceptCode(session: CodeSession, token: string, until: number): CallResult {
    const result: CallResult = { type: "code-accepted", token, until };
    const newSession = apply(session, result).session;
    const isVerified = newSession?.at === "reasons" && token.length <= LONGEST_TOKEN;
    if (isVerified && parts.fits(longestForm(newSession))) return result;
    logger.error({ length: token.length }, "the token is too long for the session's cookie");
    return { type: "cannot-go-on" };
  }

  async function verify(
    session: CodeSession,
    request: VerifyCodeRequest,
    before: PriorEffect,
  ): Promise<CallResult> {
    const { id, phone, otpSession } = session;
    const { otp, clientAddress } = request;
    const repeatedResult = await repeated(session, request);
    if (repeatedResult !== null) return repeatedResult;
    const coolingDown = (until: number): CallResult => {
      return { type: "step-limited", refusal: { cause: "verify", until } };
    };
    const coolDown = coolDowns.until(id);
    if (coolDown > 0) return coolingDown(coolDown);
    const [wrong, anyTry] = usesOf(session);
    const verdict = await limits.take([wrong, anyTry]);
    if (!verdict.ok) {
      return usedUpResult(session, clientAddress, verdict.rule === "codeTry" ? "tries" : "codes");
    }
    try {
      const answer = await authApi.verifyOtp(otpSession, otp);
      const until = Date.now() + SESSION_MS;
      await limits.giveBack([wrong]);
      const result: CallResult =
        answer.action === "signup_required"
          ? { type: "no-account" }
          : acceptCode(session, answer.token, until);
      await calls.keep(resultKey(session, request), result, until);
      return result;
    } catch (error) {
      const failure = failedCall("verify", error, [phone, otpSession, otp]);
      const { result, declined, neverLeft, coolDownUntil } = failure;
      // An earlier try of this code with a lost answer may have used the code up, so its refusal is no wrong guess.
      const isWrong = declined && before !== "lost";
      const uncounted = [...(isWrong ? [] : [wrong]), ...(neverLeft ? [anyTry] : [])];
      if (uncounted.length > 0) await limits.giveBack(uncounted);
      const isLastWrong = isWrong && verdict.left.wrongCode === 0;
      if (isLastWrong || (!neverLeft && verdict.left.codeTry === 0)) {
        // Copies of the session become useless, also for requesting another code.
        await ends.markLeft(session);
        return usedUpResult(session, clientAddress, isLastWrong ? "codes" : "tries");
      }
      if (coolDownUntil !== undefined) {
        coolDowns.note(id, coolDownUntil);
        return coolingDown(coolDownUntil);
      }
      const mayBeUsed = before !== "known" || !(await memory.isWhole(pageIdOf(session) ?? ""));
      return declined && mayBeUsed ? { ...result, note: { id: "verify.maybe-used" } } : result;
    }
  }

  /** The stored result of the same request; null when there is none. */
  const repeated = (session: CodeSession, request: VerifyCodeRequest) =>
    calls.find(resultKey(session, request));

  return {
    async run(session: CodeSession, request: VerifyCodeRequest): Promise<CallResult> {
      const call = (before: PriorEffect) => verify(session, request, before);
      const about = `verify ${session.id} ${request.otp}`;
      const result = await calls.run(`${about} ${request.idempotencyKey}`, about, call);
      return result ?? { ...unanswered("verify"), note: { id: "verify.maybe-used" } };
    },
    repeated,
    /**
     * Counts a try in a session whose code was accepted, so that the code cannot be found by unlimited guessing. The
     * try does not count as a wrong code, because its code may be the right one.
     */
    async countLate(session: CodeSession): Promise<void> {
      const [, anyTry] = usesOf(session);
      await limits.take([anyTry]);
    },
    /** The result for a session without tries left; null when tries are left. */
    async usedUp(session: CodeSession, clientAddress: string): Promise<CallResult | null> {
      const [wrong, anyTry] = usesOf(session);
      const cause = (await limits.left([wrong])) === 0 ? "codes" : "tries";
      if (cause === "tries" && (await limits.left([anyTry])) > 0) return null;
      return usedUpResult(session, clientAddress, cause);
    },
    /** Number of tries left before the OTP session ends. */
    triesLeft: (session: CodeSession): Promise<number> => limits.left(usesOf(session)),
  };
}

/** Identifies a stored result; null without an idempotency key, because others may hold a copy of the session. */
const resultKey = ({ id }: CodeSession, { otp, idempotencyKey }: VerifyCodeRequest) =>
  idempotencyKey === "" ? null : `verify ${id} ${otp} ${idempotencyKey}`;
