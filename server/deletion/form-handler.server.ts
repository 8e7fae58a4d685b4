import type { Limits } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { createRetryPauses } from "../upstream/retry-pauses.server";
import { sessionAtStep } from "./asked-step.server";
import { createDeleteAccount } from "./delete-account.server";
import { limited, sessionEnded, type DeletionField, type DeletionOutcome } from "./outcome.server";
import type { CodeState } from "./page-data.server";
import {
  placeOf,
  receiptOf,
  refusalOf,
  type DeletionSession,
  type VerifiedSession,
} from "./session.server";
import { guard, type Intent } from "./journey.server";
import type { Message } from "./messages.server";
import { toCode, toE164 } from "./typed-input.server";
import { LONGEST_OTHERS, readReasons } from "./reasons.server";
import { createSendCode, sendingUses } from "./send-code.server";
import { createSessionEnds } from "./session-end.server";
import { createVerifyCode, tryingUses } from "./verify-code.server";

/** What a form of the page carries; everything a person may have typed is bounded by the HTTP layer. */
export interface DeletionForm {
  intent: Intent;
  phone: string;
  /** The number of the page that the form stood on; empty when it carries none. */
  idempotencyKey: string;
  otp: string;
  reasons: string[];
  others: string;
  /** The reference number on the page that the form stood on, of a deletion whose answer was lost. */
  lost?: string | undefined;
}

/** Everything the account-deletion page does. Nothing here knows of HTTP, cookies or pages. */
export interface DeletionFormHandler {
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
  /** What the limits know of the code of a session; null where no code is waited for. */
  codeState(session: DeletionSession | null): Promise<CodeState | null>;
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

export function createFormHandler(parts: DeletionParts): DeletionFormHandler {
  const { limits, fingerprint, logger } = parts;
  const ends = createSessionEnds(limits);
  const calling = { ...parts, ends, rests: createRetryPauses() };
  const sendCode = createSendCode(calling);
  const verifyCode = createVerifyCode(calling);
  const deleteAccount = createDeleteAccount(calling);

  async function standing(session: DeletionSession | null): Promise<DeletionSession | null> {
    if (session === null || (await ends.of(session)) !== null) return null;
    return session.at === "code" && session.codeUntil <= Date.now() ? { at: "expired" } : session;
  }

  /** From now on a copy of the session is the same as none, on every instance. */
  async function end(session: DeletionSession | null): Promise<void> {
    if (session === null) return;
    await ends
      .mark(session, "left")
      .catch((err: unknown) => logger.error({ err }, "a session was not marked as ended"));
  }

  /** Whether an earlier request of somebody without a session may have deleted their account. */
  async function doubt(sealed: DeletionSession | null, form: DeletionForm) {
    const known = sealed !== null && "lost" in sealed ? sealed.lost : undefined;
    const reference = receiptOf(sealed)?.reference ?? known ?? form.lost;
    if (reference !== undefined) return { reference };
    const deleted = sealed !== null && (await ends.of(sealed)) === "deleted";
    return deleted || (await deleteAccount.wasSent(form.idempotencyKey)) ? { reference } : null;
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
          ? invalid(session, "phone", { id: "problem.phone" }, sessionAtStep(session, "phone"))
          : sendCode(session, { phone, clientAddress, idempotencyKey: form.idempotencyKey });
      }
      case "resend":
        return session?.at === "code"
          ? sendCode(session, { phone: session.phone, clientAddress, idempotencyKey: session.id })
          : stay(session);
      case "verify": {
        if (session?.at !== "code") return stay(session);
        const otp = toCode(form.otp);
        return otp === null
          ? invalid(session, "otp", { id: "problem.otp" })
          : verifyCode(session, otp);
      }
      case "reasons":
        return chooseReasons(session, form);
      case "cancel":
        return session?.at === "confirm" ? stay(goingOn(session, "reasons")) : stay(session);
      case "delete":
        // Whoever may delete was answered before.
        return stay(session);
      case "start-over": {
        await end(session);
        // Nobody loses it by one request: it can be shown again until a code for another number is sent.
        const receipt = receiptOf(session);
        return stay(receipt && { at: "phone", receipt });
      }
      case "leave":
        // The receipt stays for whoever comes back; every other session ends with the visit.
        if (receiptOf(session) !== null) return { ...stay(session), to: "home" };
        await end(session);
        return { ...stay(null), to: "home" };
    }
  }

  return {
    standing,
    async answer(sealed, form, clientAddress) {
      // Who has pressed before gets the same answer; where it stands is asked there.
      if (form.intent === "delete" && sealed?.at === "confirm") {
        const outcome = await deleteAccount.run(sealed, form.idempotencyKey);
        return outcome ?? sessionEnded(null, await doubt(sealed, form));
      }
      const session = await standing(sealed);
      const verdict = guard(placeOf(session), form.intent);
      if (verdict === "run") return run(session, form, clientAddress);
      if (verdict === "ended") return sessionEnded(session, await doubt(sealed, form));
      const refusal = verdict === "wait" ? refusalOf(session) : null;
      return refusal === null ? stay(session) : limited(session, refusal);
    },
    async codeState(session) {
      if (session?.at !== "code") return null;
      const [resendAt, triesLeft] = await Promise.all([
        limits.freeAt(sendingUses(session.phone)),
        limits.left(tryingUses(fingerprint(session.otpSession))),
      ]);
      return { resendAt, triesLeft };
    },
  };
}

const stay = (session: DeletionSession | null) => ({ kind: "moved", session }) as const;

function invalid(
  session: DeletionSession | null,
  field: DeletionField,
  message: Message,
  shown?: DeletionSession | null,
): DeletionOutcome {
  return { kind: "stayed", session, shown, status: 400, problem: { field, message } };
}

function chooseReasons(session: DeletionSession | null, form: DeletionForm): DeletionOutcome {
  if (session?.at !== "reasons" && session?.at !== "confirm") return stay(session);
  const reasons = readReasons(form.reasons, form.others);
  const chosen = { ...session, at: "reasons", ...reasons } as const;
  if (reasons.chosen.length === 0) {
    return invalid(session, "reasons", { id: "problem.reasons" }, chosen);
  }
  if (reasons.others.length > LONGEST_OTHERS) {
    const values = { most: LONGEST_OTHERS };
    return invalid(session, "others", { id: "problem.others", values }, chosen);
  }
  return stay(goingOn(chosen, "confirm"));
}

/** Whoever goes on has seen what a limit said. */
function goingOn(session: VerifiedSession, at: VerifiedSession["at"]): VerifiedSession {
  return { ...session, at, refused: undefined };
}
