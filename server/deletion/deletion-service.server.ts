import type { Limits } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { createRests } from "../upstream/retry-after.server";
import { createDeleteAccount } from "./delete-account.server";
import { limited, type DeletionField, type DeletionOutcome } from "./deletion-outcome.server";
import {
  placeOf,
  refusalOf,
  type DeletionSession,
  type VerifiedSession,
} from "./deletion-session.server";
import { guard, type Intent } from "./journey.server";
import { toCode } from "./one-time-code.server";
import { toE164 } from "./phone-number.server";
import { LONGEST_OTHERS, readReasons } from "./reasons.server";
import { createSendCode, sendingUses } from "./send-code.server";
import { createVerifyCode } from "./verify-code.server";

/** What a form of the page carries; everything a person may have typed is bounded by the HTTP layer. */
export interface DeletionForm {
  intent: Intent;
  phone: string;
  /** The number of the page that the form stood on; empty when it carries none. */
  press: string;
  otp: string;
  reasons: string[];
  others: string;
}

/** Everything the account-deletion page does. Nothing here knows of HTTP, cookies or pages. */
export interface DeletionService {
  /**
   * Where a person really stands: a code past its time is `expired`; a session whose account is deleted, or whose
   * owner started over or left, is none.
   */
  standing(session: DeletionSession | null): Promise<DeletionSession | null>;
  /** Answers one form. */
  answer(
    sealed: DeletionSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome>;
  /** From when on the code of a session can be sent again: milliseconds since 1970; 0 when it can be now. */
  resendAt(session: DeletionSession | null): Promise<number>;
}

export interface DeletionParts {
  authApi: AuthApi;
  limits: Limits;
  fingerprint: (text: string) => string;
  redis: Redis | null;
  logger: Logger;
  /** Whether a session can be kept in its cookie. */
  fits: (session: DeletionSession) => boolean;
}

export function createDeletionService(parts: DeletionParts): DeletionService {
  const { limits, logger } = parts;
  const calling = { ...parts, rests: createRests() };
  const sendCode = createSendCode(calling);
  const verifyCode = createVerifyCode(calling);
  const deleteAccount = createDeleteAccount(calling);

  async function standing(session: DeletionSession | null): Promise<DeletionSession | null> {
    if (session === null || !("id" in session)) return session;
    if ((await limits.freeAt([{ rule: "deletionFinished", key: session.id }])) > 0) return null;
    return session.at === "code" && session.codeUntil <= Date.now() ? { at: "expired" } : session;
  }

  /** From now on a copy of the session is the same as none, on every instance. */
  async function end(session: DeletionSession | null): Promise<void> {
    if (session === null || !("id" in session)) return;
    await limits
      .take([{ rule: "deletionFinished", key: session.id }])
      .catch((err: unknown) => logger.error({ err }, "a session was not marked as ended"));
  }

  async function run(
    session: DeletionSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome> {
    switch (form.intent) {
      case "send": {
        const phone = toE164(form.phone);
        return phone === null
          ? invalid(session, "phone", "Please enter a valid phone number")
          : sendCode(session, { phone, clientAddress, press: form.press });
      }
      case "resend":
        return session?.at === "code"
          ? sendCode(session, { phone: session.phone, clientAddress, press: session.id })
          : stay(session);
      case "verify": {
        if (session?.at !== "code") return stay(session);
        const otp = toCode(form.otp);
        return otp === null
          ? invalid(session, "otp", "Please enter a valid 6-digit OTP")
          : verifyCode(session, otp);
      }
      case "reasons":
        return chooseReasons(session, form);
      case "cancel":
        return session?.at === "confirm" ? stay(goingOn(session, "reasons")) : stay(session);
      case "delete":
        return session?.at === "confirm" ? deleteAccount(session, form.press) : stay(session);
      case "start-over":
        await end(session);
        return stay(null);
      case "leave":
        await end(session);
        // The receipt stays for whoever comes back; every other session ends with the visit.
        return { ...stay(session?.at === "done" ? session : null), to: "home" };
    }
  }

  return {
    standing,
    async answer(sealed, form, clientAddress) {
      // Who has pressed before gets the same answer; where it stands is asked there.
      if (form.intent === "delete" && sealed?.at === "confirm") {
        return deleteAccount(sealed, form.press);
      }
      const session = await standing(sealed);
      const verdict = guard(placeOf(session), form.intent);
      if (verdict === "run") return run(session, form, clientAddress);
      const refusal = verdict === "wait" ? refusalOf(session) : null;
      return refusal === null ? stay(session) : limited(session, refusal);
    },
    resendAt: async (session) =>
      session?.at === "code" ? limits.freeAt(sendingUses(session.phone)) : 0,
  };
}

const stay = (session: DeletionSession | null) => ({ kind: "moved", session }) as const;

function invalid(
  session: DeletionSession | null,
  field: DeletionField,
  message: string,
  shown?: DeletionSession,
): DeletionOutcome {
  return { kind: "stayed", session, shown, status: 400, problem: { field, message } };
}

function chooseReasons(session: DeletionSession | null, form: DeletionForm): DeletionOutcome {
  if (session?.at !== "reasons" && session?.at !== "confirm") return stay(session);
  const reasons = readReasons(form.reasons, form.others);
  const chosen = { ...session, at: "reasons", ...reasons } as const;
  if (reasons.chosen.length === 0) {
    return invalid(session, "reasons", "Please select at least one reason for deletion", chosen);
  }
  if (reasons.others.length > LONGEST_OTHERS) {
    const message = `Please use at most ${LONGEST_OTHERS} characters`;
    return invalid(session, "others", message, chosen);
  }
  return stay(goingOn(chosen, "confirm"));
}

/** Whoever goes on has seen what a limit said. */
function goingOn(session: VerifiedSession, at: VerifiedSession["at"]): VerifiedSession {
  return { ...session, at, refused: undefined };
}
