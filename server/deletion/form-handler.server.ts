import type { Limits } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { createCoolDowns } from "../resilience/cool-down.server";
import { sessionAtStep } from "./asked-step.server";
import { createDeleteAccount } from "./delete-account.server";
import { createDeletionMemory } from "./deletion-memory.server";
import { idempotentCallsIn } from "./idempotent-calls.server";
import {
  doubtful,
  invalid,
  limited,
  ofEarlierPage,
  ofLeftPage,
  sessionEnded,
  stay,
  type DeletionOutcome,
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
import type { DeletionForm } from "./form-fields.server";
import { guard } from "./journey.server";
import { CODE_USED, createDoubts, type Doubts } from "./doubts.server";
import { toCode, toE164 } from "./typed-input.server";
import { LONGEST_OTHERS, readReasons } from "./reasons.server";
import { createSendCode, sendingUses } from "./send-code.server";
import { createSessionEnds, keyOf } from "./session-end.server";
import { createVerifyCode, tryingUses } from "./verify-code.server";

/** Everything the account-deletion page does. Nothing here knows of HTTP, cookies or pages. */
export interface DeletionFormHandler extends Pick<Doubts, "informed" | "onPage"> {
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
  const memory = createDeletionMemory(parts.redis, fingerprint);
  const idempotentCalls = idempotentCallsIn(parts.redis, fingerprint);
  const calling = { ...parts, ends, memory, idempotentCalls, coolDowns: createCoolDowns() };
  const sendCode = createSendCode(calling);
  const verifyCode = createVerifyCode(calling);
  const deleteAccount = createDeleteAccount(calling);
  const doubts = createDoubts({ ends, memory });

  async function standing(session: SealedSession | null): Promise<DeletionSession | null> {
    if (session === null || session.at === "of-a-later-release") return null;
    if ((await ends.of(session)) !== null) return null;
    if (session.at === "code" && session.codeUntil <= Date.now()) return { at: "expired" };
    return session;
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

  /** Whether a form stood on a page of this session, or can spoil nothing in it. */
  const isOf = (form: DeletionForm, session: DeletionSession) =>
    form.intent === "send" || (pageIdOf(session) ?? form.session) === form.session;

  /** What the same press of the same page was answered with before. Who holds a copy of its session has another page. */
  async function lastAnswer(
    sealed: SealedSession | null,
    form: DeletionForm,
  ): Promise<DeletionOutcome | null> {
    const { intent, idempotencyKey } = form;
    if (intent === "send") {
      const phone = toE164(form.phone);
      return phone === null ? null : sendCode.repeated({ phone }, idempotencyKey);
    }
    if (sealed?.at !== "code" || !isOf(form, sealed)) return null;
    if (intent === "resend") return sendCode.repeated(sealed, idempotencyKey);
    const otp = intent === "verify" ? toCode(form.otp) : null;
    return otp === null ? null : verifyCode.repeated(sealed, otp, idempotencyKey);
  }

  /**
   * Answers a form again whose answer the browser never got, as it still holds the session from before: with the same
   * answer, as long as the session stands that it brought.
   */
  async function afterLostAnswer(
    sealed: SealedSession | null,
    form: DeletionForm,
  ): Promise<DeletionOutcome | null> {
    const outcome = await lastAnswer(sealed, form);
    if (outcome === null || outcome.session === null) return null;
    const { at } = outcome.session;
    const isHeld = sealed?.at === at && keyOf(sealed) === keyOf(outcome.session);
    return !isHeld && (await standing(outcome.session)) ? outcome : null;
  }

  /**
   * Answers a form of a code's page whose session has ended: a code is tried in the session of the code that was sent
   * again, and the tries that ended it are told again, or that its code was accepted.
   */
  async function afterCodeEnded(
    session: CodeSession,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    if (form.intent !== "verify" && form.intent !== "resend") return null;
    const isUsed = (await doubts.accepted(session)) !== null;
    if (form.intent === "verify") {
      const resent = await sendCode.repeated(session, form.idempotencyKey);
      const current = resent && (await standing(resent.session));
      if (current) return answerIn(current, form, clientAddress);
      if (resent?.session?.at === "code") return afterResent(resent.session, form, clientAddress);
      if (isUsed) await verifyCode.countLate(session);
    }
    const isAsked = isUsed && form.intent === "resend";
    const usedUp = isAsked ? null : await verifyCode.usedUp(session, clientAddress);
    if (usedUp || !isUsed) return usedUp;
    const problem = { message: CODE_USED, note: doubtful(await doubts.ofForm(form, session)) };
    return { kind: "stayed", session: null, leavesCookie: true, status: 409, problem };
  }

  /** The same where the session of the code that was sent again has ended too, by an answer that was lost as well. */
  async function afterResent(
    session: CodeSession,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    const otp = toCode(form.otp);
    const tried = otp && (await verifyCode.repeated(session, otp, form.idempotencyKey));
    if (tried && (await standing(tried.session))) return tried;
    return afterCodeEnded(session, form, clientAddress);
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
        return session?.at === "code"
          ? sendCode.again(session, clientAddress, form.idempotencyKey)
          : stay(session);
      case "verify": {
        if (session?.at !== "code") return stay(session);
        const otp = toCode(form.otp);
        return otp === null
          ? invalid(session, "otp", { id: "problem.otp" })
          : verifyCode.run(session, otp, clientAddress, form.idempotencyKey);
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

  /** Answers a form whose session ended before. */
  async function ended(
    session: DeletionSession | null,
    sealed: SealedSession | null,
    form: DeletionForm,
  ): Promise<DeletionOutcome> {
    if (sealed?.at === "of-a-later-release") {
      return { ...sessionEnded(session, await doubts.ofForm(form, sealed)), leavesCookie: true };
    }
    const own = sealed !== null && isOf(form, sealed) ? sealed : null;
    return sessionEnded(session, await doubts.ofForm(form, own));
  }

  /**
   * Answers a form that the place of its session allows, and ends the session if another one has replaced it.
   *
   * @param unseen in place of none: one whose code was accepted, which ends with the next one
   */
  async function answerIn(
    session: DeletionSession | null,
    form: DeletionForm,
    clientAddress: string,
    unseen: CodeSession | null = null,
  ): Promise<DeletionOutcome> {
    const outcome = await run(session, form, clientAddress);
    // Its owner may have left for another session while the auth API was asked, and the browser holds that one now.
    const isLate = form.intent === "verify" && outcome.session && (await ends.of(outcome.session));
    if (isLate) return ofLeftPage(await doubts.ofForm(form, null));
    if (outcome.kind === "moved") await endReplaced(session ?? unseen, outcome.session);
    return outcome;
  }

  return {
    standing,
    informed: (session) => doubts.informed(session),
    onPage: (sealed, session, shown) => doubts.onPage(sealed, session, shown),
    async answer(sealed, form, clientAddress) {
      // Who has pressed before gets the same answer; where it stands is asked there.
      if (form.intent === "delete" && sealed?.at === "confirm" && isOf(form, sealed)) {
        const outcome = await deleteAccount.run(sealed, form.idempotencyKey);
        return outcome ?? ended(null, sealed, form);
      }
      const session = await standing(sealed);
      const used = session === null ? await doubts.accepted(sealed) : null;
      // The first step, which is shown in its place, names no session.
      const unseen = used && (form.session === "" || isOf(form, used)) ? used : null;
      const again = await afterLostAnswer(sealed, form);
      if (again) {
        await endReplaced(session ?? unseen, again.session);
        return again;
      }
      if (session !== null && !isOf(form, session)) {
        return ofEarlierPage(session, await doubts.ofForm(form, null), form.session !== "");
      }
      const verdict = guard(placeOf(session), form.intent);
      if (verdict === "run") return answerIn(session, form, clientAddress, unseen);
      if (session === null && sealed?.at === "code" && isOf(form, sealed)) {
        const outcome = await afterCodeEnded(sealed, form, clientAddress);
        if (outcome) return outcome;
      }
      if (verdict === "ended") return ended(session, sealed, form);
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
