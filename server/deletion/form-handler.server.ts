import type { Limits } from "../limits/limits.server";
import type { Logger } from "../logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { createRetryPauses } from "../upstream/retry-pauses.server";
import { sessionAtStep } from "./asked-step.server";
import { createDeleteAccount } from "./delete-account.server";
import {
  limited,
  ofEarlierPage,
  sessionEnded,
  type DeletionField,
  type DeletionOutcome,
  type Doubt,
} from "./outcome.server";
import type { CodeState } from "./page-data.server";
import {
  pageIdOf,
  placeOf,
  receiptOf,
  refusalOf,
  type CodeSession,
  type DeletionSession,
  type SealedSession,
  type VerifiedSession,
} from "./session.server";
import { guard, type Intent } from "./journey.server";
import type { Message } from "./messages.server";
import { toCode, toE164 } from "./typed-input.server";
import { LONGEST_OTHERS, readReasons } from "./reasons.server";
import { createSendCode, sendingUses } from "./send-code.server";
import { createSessionEnds, keyOf } from "./session-end.server";
import { createVerifyCode, tryingUses } from "./verify-code.server";

/** What a form of the page carries; everything a person may have typed is bounded by the HTTP layer. */
export interface DeletionForm {
  intent: Intent;
  /** What the page that the form stood on names its session by; empty for none. */
  session: string;
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
   * owner left it for nothing or another one, is none, and so is one that a later release has sealed.
   */
  standing(session: SealedSession | null): Promise<DeletionSession | null>;
  /** Answers one form. */
  answer(
    sealed: SealedSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome>;
  /** What the limits know of the code of a session; null where no code is waited for. */
  codeState(session: DeletionSession | null, clientAddress: string): Promise<CodeState | null>;
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

  async function standing(session: SealedSession | null): Promise<DeletionSession | null> {
    if (session === null || session.at === "of-a-later-release") return null;
    if ((await ends.of(session)) !== null) return null;
    return session.at === "code" && session.codeUntil <= Date.now() ? { at: "expired" } : session;
  }

  /** From now on a copy of a session that another one has replaced is the same as none, on every instance. */
  async function endReplaced(before: DeletionSession | null, after: DeletionSession | null) {
    if (before === null) return;
    const isLeft = after === null || keyOf(after) !== keyOf(before);
    const isUsed = before.at === "code" && after?.at !== "code";
    if (!isLeft && !isUsed) return;
    await (isLeft ? ends.mark(before, "left") : ends.markCodeUsed(before as CodeSession)).catch(
      (err: unknown) => logger.error({ err }, "a session was not marked as ended"),
    );
  }

  /**
   * Whether an earlier request may have deleted the account of the session that a form belongs to.
   *
   * @param own that session, where the browser still holds it
   */
  async function doubt(own: SealedSession | null, form: DeletionForm): Promise<Doubt> {
    if (own?.at === "of-a-later-release") return "unknown";
    const known = own !== null && "lost" in own ? own.lost : undefined;
    const reference = receiptOf(own)?.reference ?? known ?? form.lost;
    if (reference !== undefined) return { reference };
    const deleted = own !== null && (await ends.of(own)) === "deleted";
    const wasSent = deleted || (await deleteAccount.wasSent(form.idempotencyKey, form.session));
    return wasSent ? { reference } : "none";
  }

  /** Whether a form stood on a page of this session, or can spoil nothing in it. */
  const isOf = (form: DeletionForm, session: DeletionSession) =>
    form.intent === "send" || (pageIdOf(session) ?? form.session) === form.session;

  /**
   * Answers a form whose session another one has replaced, where the browser never got the answer that brought it: the
   * same request gets the same answer, and a code is tried in the session of the code that was sent again.
   *
   * @returns null unless that other session still stands
   */
  async function afterLostAnswer(
    session: CodeSession,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    const otp = form.intent === "verify" ? toCode(form.otp) : null;
    const resent = await sendCode.repeated(session);
    const outcome =
      form.intent === "resend" ? resent : otp && (await verifyCode.repeated(session, otp));
    if (outcome && (await standing(outcome.session))) return outcome;
    const current = form.intent === "verify" && resent ? await standing(resent.session) : null;
    return current && answerIn(current, form, clientAddress);
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
          : sendCode.run(session, { phone, clientAddress, idempotencyKey: form.idempotencyKey });
      }
      case "resend":
        return session?.at === "code" ? sendCode.again(session, clientAddress) : stay(session);
      case "verify": {
        if (session?.at !== "code") return stay(session);
        const otp = toCode(form.otp);
        return otp === null
          ? invalid(session, "otp", { id: "problem.otp" })
          : verifyCode.run(session, otp, clientAddress);
      }
      case "reasons":
        return chooseReasons(session, form);
      case "cancel":
        return session?.at === "confirm" ? stay(goingOn(session, "reasons")) : stay(session);
      case "delete":
        // Whoever may delete was answered before.
        return stay(session);
      case "start-over": {
        // Nobody loses it by one request: it can be shown again until a code for another number is sent.
        const receipt = receiptOf(session);
        return stay(receipt && { at: "phone", receipt });
      }
      case "leave":
        // The receipt stays for whoever comes back; every other session ends with the visit.
        return { ...stay(receiptOf(session) && session), to: "home" };
    }
  }

  /** Answers a form that the place of its session allows, and ends the session if another one has replaced it. */
  async function answerIn(
    session: DeletionSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome> {
    const outcome = await run(session, form, clientAddress);
    if (outcome.kind === "moved") await endReplaced(session, outcome.session);
    return outcome;
  }

  return {
    standing,
    async answer(sealed, form, clientAddress) {
      // Who has pressed before gets the same answer; where it stands is asked there.
      if (form.intent === "delete" && sealed?.at === "confirm" && isOf(form, sealed)) {
        const outcome = await deleteAccount.run(sealed, form.idempotencyKey);
        return outcome ?? sessionEnded(null, await doubt(sealed, form));
      }
      const session = await standing(sealed);
      if (session !== null && !isOf(form, session)) {
        return ofEarlierPage(session, await doubt(null, form));
      }
      const verdict = guard(placeOf(session), form.intent);
      if (verdict === "run") return answerIn(session, form, clientAddress);
      if (session === null && sealed?.at === "code" && isOf(form, sealed)) {
        const outcome = await afterLostAnswer(sealed, form, clientAddress);
        if (outcome) return outcome;
      }
      if (verdict === "ended") return sessionEnded(session, await doubt(sealed, form));
      const refusal = verdict === "wait" ? refusalOf(session) : null;
      return refusal === null ? stay(session) : limited(session, refusal);
    },
    async codeState(session, clientAddress) {
      if (session?.at !== "code") return null;
      const [resendAt, triesLeft] = await Promise.all([
        limits.freeAt(sendingUses(session.phone, clientAddress)),
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
