import { z } from "zod";
import type { Limits, Taken, Use } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { AuthApi } from "../upstream/auth-api.server";
import type { CoolDowns } from "../resilience/cool-down.server";
import { failedCall, limited, type DeletionOutcome } from "./outcome.server";
import {
  limitRefusal,
  LONGEST_TOKEN,
  longestForm,
  pageIdOf,
  SESSION_MS,
  type CodeSession,
  type DeletionSession,
  type LimitRefusal,
  type VerifiedSession,
} from "./session.server";
import type { DeletionMemory } from "./deletion-memory.server";
import { callFailed, callFailure, unseenCall, type CallFailure } from "./failure-messages.server";
import type { Before, CreateIdempotentCalls } from "./idempotent-calls.server";
import { sendingUses } from "./send-code.server";
import type { SessionEnds } from "./session-end.server";
import { phoneEnd } from "./typed-input.server";

/**
 * Checks a code of six digits. Each try is counted before it is sent, so that tries side by side cannot pass the
 * limits: of wrong codes, and of tries of any outcome.
 */
export interface VerifyCode {
  run(
    session: CodeSession,
    otp: string,
    clientAddress: string,
    idempotencyKey: string,
  ): Promise<DeletionOutcome>;
  /** What the same page's press was answered with before, which used the session up; null for none. */
  repeated(
    session: CodeSession,
    otp: string,
    idempotencyKey: string,
  ): Promise<DeletionOutcome | null>;
  /** Counts a try in a session whose code was accepted: nobody guesses without an end which one it was. */
  countLate(session: CodeSession): Promise<void>;
  /** What is said of a session that its tries have ended; null for one that has some left. */
  usedUp(session: CodeSession, clientAddress: string): Promise<DeletionOutcome | null>;
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
  coolDowns: CoolDowns;
  ends: SessionEnds;
  memory: DeletionMemory;
  idempotentCalls: CreateIdempotentCalls;
  logger: Logger;
  /** Whether a session can be kept in its cookie. */
  fits: (session: DeletionSession) => boolean;
}

/** What became of a try. */
const triedCode = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("answered"),
    answer: z.discriminatedUnion("action", [
      z.object({ action: z.literal("login"), token: z.string() }),
      z.object({ action: z.literal("signup_required") }),
    ]),
    at: z.number(),
  }),
  /** The OTP session is over. */
  z.object({ kind: z.literal("ended"), refusal: limitRefusal }),
  /** The auth API wants to be left alone with it for a while. */
  z.object({ kind: z.literal("resting"), until: z.number() }),
  /** `maybeUsed`: whether an earlier try may have used the same code up. */
  z.object({ kind: z.literal("failed"), failure: callFailed, maybeUsed: z.boolean() }),
]);
type Tried = z.infer<typeof triedCode>;

export function createVerifyCode({
  authApi,
  limits,
  fingerprint,
  coolDowns,
  ends,
  memory,
  idempotentCalls,
  logger,
  fits,
}: VerifyCodeParts): VerifyCode {
  const calls = idempotentCalls<Tried>({
    name: "verify",
    schema: triedCode,
    hadEffect(tried) {
      if (tried.kind === "answered") return "yes";
      return tried.kind === "failed" && tried.failure.mayHaveHappened ? "unknown" : "no";
    },
    unknown: { kind: "failed", failure: unseenCall("verify"), maybeUsed: true },
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
    session: CodeSession,
    otp: string,
    clientAddress: string,
    idempotencyKey: string,
    before: Before,
  ): Promise<Tried> {
    const { id, phone, otpSession } = session;
    const request = idempotencyKey === "" ? null : keyOf(session, otp, idempotencyKey);
    const again = request === null ? null : await calls.find(request);
    if (again !== null) return again;
    const restUntil = coolDowns.until(id);
    if (restUntil > 0) return { kind: "resting", until: restUntil };
    const [wrong, anyTry] = tryingUses(fingerprint(otpSession));
    const counted = await limits.take([wrong, anyTry]);
    if (!counted.ok) {
      return ended(phone, clientAddress, counted.rule === "codeTry" ? "tries" : "codes");
    }
    try {
      const answer = await authApi.verifyOtp(otpSession, otp);
      const at = Date.now();
      const tried = { kind: "answered", answer, at } as const;
      await limits.giveBack([wrong]);
      if (request !== null) await calls.keep(request, tried, at + SESSION_MS);
      return tried;
    } catch (error) {
      const failure = callFailure("verify", error, [phone, phone.slice(3), otpSession, otp]);
      // Nobody has guessed anew who enters a code again that the lost try may have used up.
      const isWrong = failure.declined && before !== "lost";
      const undone = [...(isWrong ? [] : [wrong]), ...(failure.neverLeft ? [anyTry] : [])];
      if (undone.length > 0) await limits.giveBack(undone);
      const cause = endedBy(counted, failure, isWrong);
      if (cause !== null) {
        // A copy of the session is good for nothing more, not for another code either.
        await ends
          .mark(session, "left")
          .catch((err: unknown) => logger.error({ err }, "a session was not marked as ended"));
        return ended(phone, clientAddress, cause);
      }
      if (failure.retryAt === undefined) {
        const mayForget = before === "lost" || !(await memory.isWhole(pageIdOf(session) ?? ""));
        return { kind: "failed", failure, maybeUsed: failure.declined && mayForget };
      }
      coolDowns.note(id, failure.retryAt);
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
        const note = { id: "verify.maybe-used" } as const;
        const problem = { message, said, field: "otp", ...(tried.maybeUsed && { note }) } as const;
        return failedCall(session, tried.failure, problem);
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

  return {
    async run(session, otp, clientAddress, idempotencyKey) {
      const call = (before: Before) => verify(session, otp, clientAddress, idempotencyKey, before);
      const request = keyOf(session, otp, idempotencyKey);
      return outcome(session, await calls.run(request, keyOf(session, otp), call));
    },
    async repeated(session, otp, idempotencyKey) {
      if (idempotencyKey === "") return null;
      const tried = await calls.find(keyOf(session, otp, idempotencyKey));
      return tried && outcome(session, tried);
    },
    async countLate({ otpSession }) {
      // That it is a wrong one is not known.
      const [, anyTry] = tryingUses(fingerprint(otpSession));
      await limits.take([anyTry]);
    },
    async usedUp(session, clientAddress) {
      const [wrong, anyTry] = tryingUses(fingerprint(session.otpSession));
      const cause = (await limits.left([wrong])) === 0 ? "codes" : "tries";
      if (cause === "tries" && (await limits.left([anyTry])) > 0) return null;
      return outcome(session, await ended(session.phone, clientAddress, cause));
    },
  };
}

/** @param idempotencyKey of the page that it was tried on */
const keyOf = ({ id }: CodeSession, otp: string, idempotencyKey = "") =>
  `${id} ${otp} ${idempotencyKey}`;

/** The limit that a failed try has used up. */
function endedBy({ left }: Extract<Taken, { ok: true }>, failure: CallFailure, isWrong: boolean) {
  if (isWrong && left.wrongCode === 0) return "codes";
  return !failure.neverLeft && left.codeTry === 0 ? "tries" : null;
}

const cannotGoOn: DeletionOutcome = {
  kind: "stayed",
  session: null,
  status: 502,
  problem: { message: { id: "problem.cannot-go-on" }, write: true },
};
