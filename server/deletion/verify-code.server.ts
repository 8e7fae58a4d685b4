import type { Use } from "../limits/limits.server";
import type { Before } from "../session/idempotent-calls.server";
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
  /** The random id of the page that the form stood on; empty for none. */
  idempotencyKey: string;
}

/**
 * Checks codes. Each try is counted before it is sent, so that tries side by side cannot pass the limits: of wrong
 * codes, and of tries of any outcome.
 */
export function createVerifyCode(parts: CallParts) {
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
      await calls.keep(keptKey(session, request), result, until);
      return result;
    } catch (error) {
      const failed = failedCall("verify", error, [phone, otpSession, otp]);
      const { result, declined, neverLeft, coolDownUntil } = failed;
      // A try of this code whose answer was lost may have used the code up: its refusal now is no further wrong guess.
      const isWrong = declined && before !== "lost";
      const undone = [...(isWrong ? [] : [wrong]), ...(neverLeft ? [anyTry] : [])];
      if (undone.length > 0) await limits.giveBack(undone);
      const isLastWrong = isWrong && counted.left.wrongCode === 0;
      if (isLastWrong || (!neverLeft && counted.left.codeTry === 0)) {
        // A copy of the session is good for nothing more, not for another code either.
        await ends.markLeft(session);
        return usedUpBy(session, clientAddress, isLastWrong ? "codes" : "tries");
      }
      if (coolDownUntil !== undefined) {
        coolDowns.note(id, coolDownUntil);
        return coolingDown(coolDownUntil);
      }
      const mayBeUsed = before !== "known" || !(await memory.isWhole(pageIdOf(session) ?? ""));
      return declined && mayBeUsed ? { ...result, note: { id: "verify.maybe-used" } } : result;
    }
  }

  /** What the same request was answered with before; null for nothing. */
  const repeated = (session: CodeSession, request: VerifyCodeRequest) =>
    calls.find(keptKey(session, request));

  return {
    async run(session: CodeSession, request: VerifyCodeRequest): Promise<CallResult> {
      const call = (before: Before) => verify(session, request, before);
      const about = `verify ${session.id} ${request.otp}`;
      const result = await calls.run(`${about} ${request.idempotencyKey}`, about, call);
      return result ?? { ...unanswered("verify"), note: { id: "verify.maybe-used" } };
    },
    repeated,
    /**
     * Counts a try in a session whose code was accepted, so that nobody learns by endless guessing which code that was.
     * The try does not count as a wrong code, because its code may be the right one.
     */
    async countLate(session: CodeSession): Promise<void> {
      const [, anyTry] = usesOf(session);
      await limits.take([anyTry]);
    },
    /** What is said of a session that its tries have ended; null for one that has some left. */
    async usedUp(session: CodeSession, clientAddress: string): Promise<CallResult | null> {
      const [wrong, anyTry] = usesOf(session);
      const cause = (await limits.left([wrong])) === 0 ? "codes" : "tries";
      if (cause === "tries" && (await limits.left([anyTry])) > 0) return null;
      return usedUpBy(session, clientAddress, cause);
    },
    /** How many tries are left before the OTP session ends. */
    triesLeft: (session: CodeSession): Promise<number> => limits.left(usesOf(session)),
  };
}

/** What an answer is kept by; null without an idempotency key, as others may hold a copy of the session. */
const keptKey = ({ id }: CodeSession, { otp, idempotencyKey }: VerifyCodeRequest) =>
  idempotencyKey === "" ? null : `verify ${id} ${otp} ${idempotencyKey}`;
