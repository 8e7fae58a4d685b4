import type { Redis } from "../redis/redis.server";
import { createCoolDowns } from "../resilience/cool-down.server";
import { createIdempotentCalls } from "../session/idempotent-calls.server";
import { callResult, hadEffect, type CallParts } from "./call-results.server";
import { createDeleteAccount } from "./delete-account.server";
import { createDeletionMemory } from "./deletion-memory.server";
import { createDoubts } from "./doubts.server";
import {
  LONGEST_OTHERS,
  readReasons,
  toCode,
  toE164,
  type DeletionForm,
  type Intent,
} from "./form-fields.server";
import { apply, type DeletionOutcome, type JourneyEvent } from "./journey.server";
import {
  placeOf,
  places,
  sessionAtStep,
  type CodeSession,
  type CodeState,
  type DeletionSession,
  type SealedSession,
} from "./places.server";
import { createSendCode, type SendCodeRequest } from "./send-code.server";
import { createSessionEnds, pageIdOf } from "./session.server";
import { createVerifyCode, type VerifyCodeRequest } from "./verify-code.server";

type Given = Pick<CallParts, "authApi" | "limits" | "fingerprint" | "logger" | "fits">;
export interface FormHandlerParts extends Given {
  /** Where instances share what they know of deletions and calls; null when this is the only one. */
  redis: Redis | null;
}

/** A form, and the address that the limits count it for. */
interface Posted extends DeletionForm {
  clientAddress: string;
}

/** Everything that the account-deletion page does. Nothing here reads requests or writes responses. */
export function createFormHandler(parts: FormHandlerParts) {
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

  /**
   * Where a person really stands: a code past its time is `expired`; a session whose account is deleted, or whose
   * owner left it for nothing or another one, is none, and so is one that another release has sealed.
   */
  async function current(session: SealedSession | null): Promise<DeletionSession | null> {
    if (session === null || session.at === "of-another-release") return null;
    if ((await ends.of(session)) !== null) return null;
    const isOver = session.at === "code" && session.codeUntil <= Date.now();
    return isOver ? apply(session, { type: "time-passed" }).session : session;
  }

  /** Whether a form stood on a page of this session, or can spoil nothing in it. */
  const isOf = (form: DeletionForm, session: DeletionSession) =>
    form.intent === "send" || (pageIdOf(session) ?? form.session) === form.session;

  /** What the same try of a code has brought, where the session that it led to still stands. */
  async function triedBefore(
    session: CodeSession,
    posted: Posted,
  ): Promise<DeletionOutcome | null> {
    const request = verifyRequest(posted);
    const result = request && (await verifyCode.repeated(session, request));
    const outcome = result && apply(session, result);
    return outcome && (await current(outcome.session)) ? outcome : null;
  }

  /**
   * What the same request of the same page has brought, whose answer the browser never got, as it still holds the
   * session from before. Whoever holds a copy of its session has another page.
   */
  async function afterLostAnswer(
    sealed: SealedSession | null,
    posted: Posted,
  ): Promise<DeletionOutcome | null> {
    const held = sealed?.at === "of-another-release" ? null : sealed;
    if (posted.intent === "send") {
      const request = sendRequest(posted);
      const result = request && (await sendCode.repeated(held, request));
      return result && apply(null, result);
    }
    if (held?.at !== "code" || !isOf(posted, held)) return null;
    if (posted.intent === "verify") return triedBefore(held, posted);
    if (posted.intent !== "resend") return null;
    const result = await sendCode.repeated(held, resendRequest(held, posted));
    return result && apply(held, result);
  }

  /**
   * What is to be said of a form of a code's page whose session has ended: a code is tried in the session of the code
   * that was sent again, and the tries that ended it are told again, or that its code was accepted.
   */
  async function afterCodeEnded(
    session: CodeSession,
    posted: Posted,
  ): Promise<DeletionOutcome | null> {
    const { intent, clientAddress } = posted;
    if (intent !== "verify" && intent !== "resend") return null;
    const isUsed = (await doubts.accepted(session)) !== null;
    if (intent === "verify") {
      const result = await sendCode.brought(resendRequest(session, posted));
      const resent = result && apply(null, result).session;
      const now = await current(resent);
      if (now) return answerIn(now, posted);
      // The session of the code that was sent again has ended as well, perhaps by an answer that was lost too.
      if (resent?.at === "code") {
        return (await triedBefore(resent, posted)) ?? afterCodeEnded(resent, posted);
      }
      if (isUsed) await verifyCode.countLate(session);
    }
    const isAsked = isUsed && intent === "resend";
    const usedUp = isAsked ? null : await verifyCode.usedUp(session, clientAddress);
    if (usedUp !== null) return apply(session, usedUp);
    if (!isUsed) return null;
    return apply(session, { type: "code-used", doubt: await doubts.ofForm(posted, session) });
  }

  /** What a form comes to that the place of its session answers. */
  async function run(session: DeletionSession | null, posted: Posted): Promise<JourneyEvent> {
    switch (posted.intent) {
      case "send": {
        const request = sendRequest(posted);
        if (request !== null) return sendCode.run(session, request);
        const shown = sessionAtStep(session, "phone");
        return { type: "field-refused", field: "phone", message: { id: "problem.phone" }, shown };
      }
      case "resend":
        if (session?.at !== "code") return { type: "nothing" };
        return sendCode.run(session, resendRequest(session, posted));
      case "verify": {
        const request = verifyRequest(posted);
        if (session?.at !== "code") return { type: "nothing" };
        if (request !== null) return verifyCode.run(session, request);
        return { type: "field-refused", field: "otp", message: { id: "problem.otp" } };
      }
      case "reasons":
        return chooseReasons(session, posted);
      case "cancel":
        return { type: "cancelled" };
      case "delete":
        // `answer` runs the deletion itself wherever there is one to run.
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
    const isHeld = sealed?.at === "of-another-release";
    const own = isHeld || (sealed !== null && isOf(form, sealed)) ? sealed : null;
    return apply(session, { type: "session-ended", doubt: await doubts.ofForm(form, own), isHeld });
  }

  /**
   * Answers a form that the place of its session allows, and ends the session if another one has replaced it.
   *
   * @param replaced the session that ends when another one begins: one whose code was accepted is no session to stand in
   */
  async function answerIn(
    session: DeletionSession | null,
    posted: Posted,
    replaced: DeletionSession | null = session,
  ): Promise<DeletionOutcome> {
    const outcome = apply(session, await run(session, posted));
    // Its owner may have left for another session while the auth API was asked, and the browser holds that one now.
    const isLate =
      posted.intent === "verify" && outcome.session && (await ends.of(outcome.session));
    if (isLate) {
      return apply(null, { type: "of-left-page", doubt: await doubts.ofForm(posted, null) });
    }
    if (outcome.kind === "moved" && replaced) await ends.markReplaced(replaced, outcome.session);
    return outcome;
  }

  return {
    current,
    informed: doubts.informed,
    onPage: doubts.onPage,
    /** Answers one form. */
    async answer(
      sealed: SealedSession | null,
      form: DeletionForm,
      clientAddress: string,
    ): Promise<DeletionOutcome> {
      const posted = { ...form, clientAddress };
      const { intent } = form;
      // A repeated request gets the same answer, also once its session has ended: `deleteAccount` asks for that itself.
      if (intent === "delete" && sealed?.at === "confirm" && isOf(form, sealed)) {
        const result = await deleteAccount(sealed, form.idempotencyKey);
        return result.type === "ended-before" ? ended(null, sealed, form) : apply(sealed, result);
      }
      const session = await current(sealed);
      const used = session === null ? await doubts.accepted(sealed) : null;
      // The first step, which is shown in place of a session whose code was accepted, names no session.
      const unseen = used && (form.session === "" || isOf(form, used)) ? used : null;
      const replaced = session ?? unseen;
      const again = await afterLostAnswer(sealed, posted);
      if (again) {
        if (replaced) await ends.markReplaced(replaced, again.session);
        return again;
      }
      if (session !== null && !isOf(form, session)) {
        const doubt = await doubts.ofForm(form, null);
        const namesSession = form.session !== "";
        return apply(session, { type: "of-earlier-page", doubt, namesSession });
      }
      const { answers } = places[placeOf(session)];
      if (answeredAnywhere.includes(intent) || answers[intent] === "run") {
        return answerIn(session, posted, replaced);
      }
      if (session === null && sealed?.at === "code" && isOf(form, sealed)) {
        const outcome = await afterCodeEnded(sealed, posted);
        if (outcome) return outcome;
      }
      if (placeOf(session) === "phone") return ended(session, sealed, form);
      const isLocked = session?.at === "locked" && answers[intent] === "wait";
      return apply(
        session,
        isLocked ? { type: "codes-used-up", refusal: session } : { type: "nothing" },
      );
    },
    /** What the limits know of the code of a session; null where no code is waited for. */
    async codeState(
      session: DeletionSession | null,
      clientAddress: string,
    ): Promise<CodeState | null> {
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
function sendRequest(posted: Posted): SendCodeRequest | null {
  const phone = toE164(posted.phone);
  const { clientAddress, idempotencyKey } = posted;
  return phone === null ? null : { phone, clientAddress, idempotencyKey };
}

const resendRequest = ({ id, phone }: CodeSession, posted: Posted): SendCodeRequest => {
  return { ...posted, id, phone };
};

/** @returns null where no code was typed */
function verifyRequest(posted: Posted): VerifyCodeRequest | null {
  const otp = toCode(posted.otp);
  return otp === null ? null : { ...posted, otp };
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
