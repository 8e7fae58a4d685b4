import type { Limits, Taken, Use } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CodeVerified } from "../upstream/contracts/auth.server";
import type { RetryPauses } from "../upstream/retry-pauses.server";
import { failedCall, limited, type DeletionOutcome } from "./outcome.server";
import {
  LONGEST_TOKEN,
  longestForm,
  SESSION_MS,
  type CodeSession,
  type DeletionSession,
  type LimitRefusal,
  type VerifiedSession,
} from "./session.server";
import { callFailure, type CallFailure } from "./failure-messages.server";
import { sendingUses } from "./send-code.server";
import { phoneEnd } from "./typed-input.server";
import { createSingleFlight, LOST_ANSWER_MS } from "./single-flight.server";

/**
 * Checks a code of six digits. Each try is counted before it is sent, so that tries side by side cannot pass the
 * limits: of wrong codes, and of tries of any outcome.
 */
export interface VerifyCode {
  run(session: CodeSession, otp: string, clientAddress: string): Promise<DeletionOutcome>;
  /** What the same code was answered with a moment ago, which used the session up; null for none. */
  repeated(session: CodeSession, otp: string): Promise<DeletionOutcome | null>;
}

/**
 * The counts that end an OTP session: of wrong codes, and of tries of any outcome.
 *
 * @param guessed fingerprint of the OTP session
 */
export const tryingUses = (guessed: string): [wrong: Use, anyTry: Use] => [
  { rule: "wrongCode", key: guessed },
  { rule: "codeTry", key: guessed },
];

export interface VerifyCodeParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  rests: RetryPauses;
  logger: Logger;
  /** Whether a session can be kept in its cookie. */
  fits: (session: DeletionSession) => boolean;
}

/** What became of a try. */
type Tried =
  | { kind: "answered"; answer: CodeVerified; at: number }
  /** The OTP session is over. */
  | { kind: "ended"; refusal: LimitRefusal }
  /** The auth API wants to be left alone with it for a while. */
  | { kind: "resting"; until: number }
  | { kind: "failed"; failure: CallFailure };

export function createVerifyCode({
  authApi,
  limits,
  fingerprint,
  rests,
  logger,
  fits,
}: VerifyCodeParts): VerifyCode {
  const requests = createSingleFlight<Tried>({
    ms: LOST_ANSWER_MS,
    when: ({ kind }) => kind === "answered",
  });

  async function ended(
    phone: string,
    clientAddress: string,
    cause: "codes" | "tries",
  ): Promise<Tried> {
    const until = Math.max(Date.now(), await limits.freeAt(sendingUses(phone, clientAddress)));
    return { kind: "ended", refusal: { cause, until } };
  }

  async function verify(
    { id, phone, otpSession }: CodeSession,
    otp: string,
    clientAddress: string,
  ): Promise<Tried> {
    const restUntil = rests.until(id);
    if (restUntil > 0) return { kind: "resting", until: restUntil };
    const [wrong, anyTry] = tryingUses(fingerprint(otpSession));
    const taken = await limits.take([wrong, anyTry]);
    if (!taken.ok) {
      return ended(phone, clientAddress, taken.rule === "codeTry" ? "tries" : "codes");
    }
    try {
      const answer = await authApi.verifyOtp(otpSession, otp);
      return { kind: "answered", answer, at: Date.now() };
    } catch (error) {
      const failure = callFailure("verify", error, [phone, phone.slice(3), otpSession, otp]);
      const undone = [...(failure.declined ? [] : [wrong]), ...(failure.neverLeft ? [anyTry] : [])];
      if (undone.length > 0) await limits.giveBack(undone);
      const cause = endedBy(taken, failure);
      if (cause !== null) return ended(phone, clientAddress, cause);
      if (failure.retryAt === undefined) return { kind: "failed", failure };
      rests.note(id, failure.retryAt);
      return { kind: "resting", until: failure.retryAt };
    }
  }

  /** The session that a right code opens; null when its token leaves too little room in the cookie. */
  function verified({ id, phone }: CodeSession, token: string, at: number): VerifiedSession | null {
    const session: VerifiedSession = {
      at: "reasons",
      id,
      token,
      phoneEnd: phoneEnd(phone),
      chosen: [],
      others: "",
      until: at + SESSION_MS,
    };
    if (token.length <= LONGEST_TOKEN && fits(longestForm(session))) return session;
    logger.error({ length: token.length }, "the token is too long for the session's cookie");
    return null;
  }

  function outcome(session: CodeSession, tried: Tried): DeletionOutcome {
    switch (tried.kind) {
      case "ended":
        return limited({ at: "locked", ...tried.refusal }, tried.refusal);
      case "resting": {
        const refused: LimitRefusal = { cause: "verify", until: tried.until };
        return limited({ ...session, refused }, refused);
      }
      case "failed": {
        const { message, said } = tried.failure;
        return failedCall(session, tried.failure, { field: "otp", message, said });
      }
      case "answered": {
        const { answer, at } = tried;
        if (answer.action === "signup_required") {
          return { kind: "moved", session: { at: "not-registered", id: session.id } };
        }
        const opened = verified(session, answer.token, at);
        if (opened === null) return cannotGoOn;
        return { kind: "moved", session: opened, toast: { id: "verify.verified" } };
      }
    }
  }

  const keyOf = ({ id }: CodeSession, otp: string) => `${id} ${otp}`;
  return {
    async run(session, otp, clientAddress) {
      const call = () => verify(session, otp, clientAddress);
      return outcome(session, await requests.run(keyOf(session, otp), call));
    },
    async repeated(session, otp) {
      const tried = await requests.find(keyOf(session, otp));
      return tried?.kind === "answered" ? outcome(session, tried) : null;
    },
  };
}

/** The limit that a failed try has used up. */
function endedBy(taken: Extract<Taken, { ok: true }>, failure: CallFailure) {
  if (failure.declined && taken.left.wrongCode === 0) return "codes";
  return !failure.neverLeft && taken.left.codeTry === 0 ? "tries" : null;
}

const cannotGoOn: DeletionOutcome = {
  kind: "stayed",
  session: null,
  status: 502,
  problem: { message: { id: "problem.cannot-go-on" }, write: true },
};
