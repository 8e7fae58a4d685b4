import type { Limits } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Redis } from "../redis/redis.server";
import type { AuthApi } from "../upstream/auth-api.server";
import { createCoolDowns } from "../resilience/cool-down.server";
import { createDeleteAccount } from "./delete-account.server";
import { createDeletionMemory } from "./deletion-memory.server";
import { createDoubts, type Doubts } from "./doubts.server";
import type { DeletionForm } from "./form-fields.server";
import { createIdempotentCalls } from "./idempotent-calls.server";
import {
  apply,
  callResult,
  hadEffect,
  type DeletionOutcome,
  type JourneyEvent,
} from "./journey.server";
import {
  placeOf,
  places,
  sessionAtStep,
  type CodeSession,
  type CodeState,
  type Intent,
  type DeletionSession,
  type SealedSession,
} from "./places.server";
import { LONGEST_OTHERS, readReasons } from "./reasons.server";
import { createSendCode, type SendCodeRequest } from "./send-code.server";
import { createSessionEnds } from "./session-end.server";
import { pageIdOf } from "./session.server";
import { toCode, toE164 } from "./typed-input.server";
import { createVerifyCode, type VerifyCodeRequest } from "./verify-code.server";

/** Everything the account-deletion page does. Nothing here reads requests or writes responses. */
export interface DeletionFormHandler extends Pick<Doubts, "informed" | "onPage"> {
  /**
   * Where a person really stands: a code past its time is `expired`; a session whose account is deleted, or whose
   * owner left it for nothing or another one, is none, and so is one that a later release has sealed.
   */
  current(session: SealedSession | null): Promise<DeletionSession | null>;
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
  const { limits, fingerprint, redis, logger } = parts;
  const ends = createSessionEnds(limits, logger);
  const memory = createDeletionMemory(redis, fingerprint);
  const kind = { name: "deletion", schema: callResult, hadEffect };
  const calls = createIdempotentCalls(redis, fingerprint, kind);
  const calling = { ...parts, ends, memory, calls, coolDowns: createCoolDowns() };
  const sendCode = createSendCode(calling);
  const verifyCode = createVerifyCode(calling);
  const deleteAccount = createDeleteAccount(calling);
  const doubts = createDoubts(ends, memory);

  async function current(session: SealedSession | null): Promise<DeletionSession | null> {
    if (session === null || session.at === "of-a-later-release") return null;
    if ((await ends.of(session)) !== null) return null;
    const isOver = session.at === "code" && session.codeUntil <= Date.now();
    return isOver ? apply(session, { type: "time-passed" }).session : session;
  }

  /** Whether a form stood on a page of this session, or can spoil nothing in it. */
  const isOf = (form: DeletionForm, session: DeletionSession) =>
    form.intent === "send" || (pageIdOf(session) ?? form.session) === form.session;

  /**
   * What the same request of the same page has brought, whose answer the browser never got, as it still holds the
   * session from before. Whoever holds a copy of its session has another page.
   */
  async function afterLostAnswer(
    sealed: SealedSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    const held = sealed?.at === "of-a-later-release" ? null : sealed;
    if (form.intent === "send") {
      const request = sendRequest(form, clientAddress);
      const result = request && (await sendCode.repeated(held, request));
      return result && apply(null, result);
    }
    if (held?.at !== "code" || !isOf(form, held)) return null;
    if (form.intent === "resend") {
      const result = await sendCode.repeated(held, resendRequest(held, form, clientAddress));
      return result && apply(held, result);
    }
    const request = form.intent === "verify" ? verifyRequest(form, clientAddress) : null;
    const result = request && (await verifyCode.repeated(held, request));
    const outcome = result && apply(held, result);
    return outcome?.session && (await current(outcome.session)) ? outcome : null;
  }

  /**
   * What is to be said of a form of a code's page whose session has ended: a code is tried in the session of the code
   * that was sent again, and the tries that ended it are told again, or that its code was accepted.
   */
  async function afterCodeEnded(
    session: CodeSession,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    if (form.intent !== "verify" && form.intent !== "resend") return null;
    const isUsed = (await doubts.accepted(session)) !== null;
    if (form.intent === "verify") {
      const result = await sendCode.brought(resendRequest(session, form, clientAddress));
      const resent = result && apply(null, result).session;
      const now = await current(resent);
      if (now) return answerIn(now, form, clientAddress);
      if (resent?.at === "code") return afterResent(resent, form, clientAddress);
      if (isUsed) await verifyCode.countLate(session);
    }
    const isAsked = isUsed && form.intent === "resend";
    const usedUp = isAsked ? null : await verifyCode.usedUp(session, clientAddress);
    if (usedUp !== null) return apply(session, usedUp);
    if (!isUsed) return null;
    return apply(session, { type: "code-used", doubt: await doubts.ofForm(form, session) });
  }

  /** The same where the session of the code that was sent again has ended too, by an answer that was lost as well. */
  async function afterResent(
    session: CodeSession,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<DeletionOutcome | null> {
    const request = verifyRequest(form, clientAddress);
    const result = request && (await verifyCode.repeated(session, request));
    const outcome = result && apply(session, result);
    if (outcome && (await current(outcome.session))) return outcome;
    return afterCodeEnded(session, form, clientAddress);
  }

  /** What a form comes to that the place of its session answers. */
  async function run(
    session: DeletionSession | null,
    form: DeletionForm,
    clientAddress: string,
  ): Promise<JourneyEvent> {
    switch (form.intent) {
      case "send": {
        const request = sendRequest(form, clientAddress);
        if (request !== null) return sendCode.run(session, request);
        const shown = sessionAtStep(session, "phone");
        return { type: "field-refused", field: "phone", message: { id: "problem.phone" }, shown };
      }
      case "resend":
        if (session?.at !== "code") return { type: "nothing" };
        return sendCode.run(session, resendRequest(session, form, clientAddress));
      case "verify": {
        const request = verifyRequest(form, clientAddress);
        if (session?.at !== "code") return { type: "nothing" };
        if (request !== null) return verifyCode.run(session, request);
        return { type: "field-refused", field: "otp", message: { id: "problem.otp" } };
      }
      case "reasons":
        return chooseReasons(session, form);
      case "cancel":
        return { type: "cancelled" };
      case "delete":
        // Whoever may delete was answered before.
        return { type: "nothing" };
      case "start-over":
        return { type: "started-over" };
      case "leave":
        return { type: "left" };
    }
  }

  /** Answers a form whose session ended before. */
  async function ended(
    session: DeletionSession | null,
    sealed: SealedSession | null,
    form: DeletionForm,
  ): Promise<DeletionOutcome> {
    const isHeld = sealed?.at === "of-a-later-release";
    const own = isHeld || (sealed !== null && isOf(form, sealed)) ? sealed : null;
    return apply(session, { type: "session-ended", doubt: await doubts.ofForm(form, own), isHeld });
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
    const outcome = apply(session, await run(session, form, clientAddress));
    // Its owner may have left for another session while the auth API was asked, and the browser holds that one now.
    const isLate = form.intent === "verify" && outcome.session && (await ends.of(outcome.session));
    if (isLate) {
      return apply(null, { type: "of-left-page", doubt: await doubts.ofForm(form, null) });
    }
    const before = session ?? unseen;
    if (outcome.kind === "moved" && before) await ends.markReplaced(before, outcome.session);
    return outcome;
  }

  return {
    current,
    informed: (session) => doubts.informed(session),
    onPage: (sealed, session, displayed) => doubts.onPage(sealed, session, displayed),
    async answer(sealed, form, clientAddress) {
      // Who has pressed before gets the same answer; whether the session has ended is asked there.
      if (form.intent === "delete" && sealed?.at === "confirm" && isOf(form, sealed)) {
        const result = await deleteAccount(sealed, form.idempotencyKey);
        return result.type === "ended-before" ? ended(null, sealed, form) : apply(sealed, result);
      }
      const session = await current(sealed);
      const used = session === null ? await doubts.accepted(sealed) : null;
      // The first step, which is shown in its place, names no session.
      const unseen = used && (form.session === "" || isOf(form, used)) ? used : null;
      const again = await afterLostAnswer(sealed, form, clientAddress);
      if (again) {
        const before = session ?? unseen;
        if (before) await ends.markReplaced(before, again.session);
        return again;
      }
      if (session !== null && !isOf(form, session)) {
        const doubt = await doubts.ofForm(form, null);
        const namesSession = form.session !== "";
        return apply(session, { type: "of-earlier-page", doubt, namesSession });
      }
      const isAnswered =
        answeredAnywhere.includes(form.intent) ||
        places[placeOf(session)].answers[form.intent] === "run";
      if (isAnswered) return answerIn(session, form, clientAddress, unseen);
      if (session === null && sealed?.at === "code" && isOf(form, sealed)) {
        const outcome = await afterCodeEnded(sealed, form, clientAddress);
        if (outcome) return outcome;
      }
      if (placeOf(session) === "phone") return ended(session, sealed, form);
      const isLocked = session?.at === "locked" && places.locked.answers[form.intent] === "wait";
      return apply(
        session,
        isLocked ? { type: "codes-used-up", refusal: session } : { type: "nothing" },
      );
    },
    async codeState(session, clientAddress) {
      if (session?.at !== "code") return null;
      const [resendAt, triesLeft] = await Promise.all([
        sendCode.freeAt(session.phone, clientAddress),
        verifyCode.triesLeft(session),
      ]);
      return { resendAt, triesLeft };
    },
  };
}

const answeredAnywhere: readonly Intent[] = ["send", "start-over", "leave"];

/** @returns null where no number was typed */
function sendRequest(form: DeletionForm, clientAddress: string): SendCodeRequest | null {
  const phone = toE164(form.phone);
  return phone === null ? null : { phone, clientAddress, idempotencyKey: form.idempotencyKey };
}

function resendRequest(
  { id, phone }: CodeSession,
  { idempotencyKey }: DeletionForm,
  clientAddress: string,
): SendCodeRequest {
  return { id, phone, clientAddress, idempotencyKey };
}

/** @returns null where no code was typed */
function verifyRequest(form: DeletionForm, clientAddress: string): VerifyCodeRequest | null {
  const otp = toCode(form.otp);
  return otp === null ? null : { otp, clientAddress, idempotencyKey: form.idempotencyKey };
}

function chooseReasons(session: DeletionSession | null, form: DeletionForm): JourneyEvent {
  if (session === null || !("token" in session)) return { type: "nothing" };
  const reasons = readReasons(form.reasons, form.others);
  const shown = { ...session, at: "reasons", ...reasons } as const;
  if (reasons.chosen.length === 0) {
    return { type: "field-refused", field: "reasons", message: { id: "problem.reasons" }, shown };
  }
  if (reasons.others.length > LONGEST_OTHERS) {
    const message = { id: "problem.others", values: { most: LONGEST_OTHERS } } as const;
    return { type: "field-refused", field: "others", message, shown };
  }
  return { type: "reasons-given", reasons };
}
