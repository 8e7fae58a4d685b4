import type { Limits, Use } from "../limits/limits.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { limited, limitTexts, sharedMove, type DeletionOutcome } from "./deletion-outcome.server";
import { SESSION_MS, type CodeSession } from "./deletion-session.server";
import { callFailure } from "./failure-messages.server";
import { sendingUses } from "./send-code.server";
import { createSingleFlight } from "./single-flight.server";

/**
 * Checks a code of six digits. Each try is counted before it is sent, so that tries side by side cannot pass the
 * limit; only wrong codes stay counted.
 */
export type VerifyCode = (session: CodeSession, otp: string) => Promise<DeletionOutcome>;

export function createVerifyCode(authApi: AuthApi, limits: Limits): VerifyCode {
  const presses = createSingleFlight<DeletionOutcome>(sharedMove);

  async function lock(session: CodeSession, message?: string): Promise<DeletionOutcome> {
    const until = Math.max(Date.now(), await limits.freeAt(sendingUses(session.phone)));
    const locked = { at: "locked", cause: "codes", until } as const;
    if (message === undefined) return limited(locked, "codes", until);
    const problem = { message: `${message.replace(/[.\s]+$/, "")}. ${limitTexts.codes}` };
    return { kind: "stayed", session: locked, status: 400, problem, retryAt: until };
  }

  async function verify(session: CodeSession, otp: string): Promise<DeletionOutcome> {
    const tries: Use[] = [{ rule: "wrongCode", key: session.id }];
    const taken = await limits.take(tries);
    if (!taken.ok) return lock(session);
    try {
      const answer = await authApi.verifyOtp(session.otpSession, otp);
      if (answer.action === "signup_required") {
        return { kind: "moved", session: { at: "not-registered" } };
      }
      return {
        kind: "moved",
        toast: "Phone number verified successfully",
        session: {
          at: "reasons",
          id: session.id,
          token: answer.token,
          chosen: [],
          others: "",
          until: Date.now() + SESSION_MS,
        },
      };
    } catch (error) {
      const { phone, otpSession } = session;
      const failure = callFailure("verify", error, [phone, phone.slice(3), otpSession, otp]);
      if (!failure.declined) await limits.giveBack(tries);
      else if (taken.left === 0) return lock(session, failure.message);
      const problem = { field: "otp", message: failure.message } as const;
      return { kind: "stayed", session, status: failure.status, problem };
    }
  }

  return (session, otp) => presses.run(`${session.id} ${otp}`, () => verify(session, otp));
}
