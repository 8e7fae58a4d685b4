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

type CallOptions = Pick<CallParts, "authApi" | "limits" | "fingerprint" | "logger" | "fits">;
export interface FormHandlerParts extends CallOptions {
  /** Where instances share deletions and calls; null for a single instance. */
  redis: Redis | null;
}

/** A form, and the client address for limits. */
interface PostedForm extends DeletionForm {
  clientAddress: string;
}

/** Creates the logic of the account-deletion page. It does not read requests or write responses. */
export function createFormHandler(parts: FormHandlerParts) {
  const { limits, fingerprint, redis, logger } = parts;
  const ends = createSessionEnds(limits, logger);
  const memory = createDeletionMemory(redis, fingerprint);
  const kind = { name: "deletion", schema: callResult, hadEffect };
  const calls = createIdempotentCalls(redis, fingerprint, kind);
  const callParts = { ...parts, ends, memory, calls, coolDowns: createCoolDowns() };
  const sendCode = createSendCode(callParts);
  const verifyCode = createVerifyCode(callParts);
  const deleteAccount = createDeleteAccount(callParts);
  const doubts = createDoubts(ends, memory);

  /**
   * The current session: a session with an expired code becomes `expired`; it is null if its account was deleted, if
   * its owner left or replaced it, and if another release has sealed it.
   */
  async function current(session: SealedSession | null): Promise<DeletionSession | null> {
    if (session === null || session.at === "of-another-release") return null;
    if ((await ends.of(session)) !== null) return null;
    const isOver = session.at === "code" && session.codeUntil <= Date.now();
    return isOver ? apply(session, { type: "time-passed" }).session : session;
  }

  /** Whether a form comes from a page of this session, or cannot damage the session. */
  const isOf = (form: DeletionForm, session: DeletionSession) =>
    form.intent === "send" || (pageIdOf(session) ?? form.session) === form.session;

  /** The outcome of an earlier identical try of a code, if the resulting session has not ended. */
  async function repeatedTry(
    session: CodeSession,
    posted: PostedForm,
  ): Promise<DeletionOutcome | null> {
    const request = verifyRequest(posted);
    const result = request && (await verifyCode.repeated(session, request));
    const outcome = result && apply(session, result);
    return outcome && (await current(outcome.session)) ? outcome : null;
  }

  /**
   * The outcome of an earlier identical request of the same page, whose answer was lost: the browser still holds the
   * previous session. The holder of a copied session has another page and gets nothing.
   */
  async function afterLostAnswer(
    sealed: SealedSession | null,
    posted: PostedForm,
  ): Promise<DeletionOutcome | null> {
    const session = sealed?.at === "of-another-release" ? null : sealed;
    if (posted.intent === "send") {
      const request = sendRequest(posted);
      const result = request && (await sendCode.repeated(session, request));
      return result && apply(null, result);
    }
    if (session?.at !== "code" || !isOf(posted, session)) return null;
    if (posted.intent === "verify") return repeatedTry(session, posted);
    if (posted.intent !== "resend") return null;
    const result = await sendCode.repeated(session, resendRequest(session, posted));
    return result && apply(session, result);
  }

  /**
   * Answers a form of the code step whose session has ended. A code is tried in the session of a code that was sent
   * again; otherwise the answer says that tries are used up, or that the code was accepted.
   */
  async function afterCodeEnded(
    session: CodeSession,
    posted: PostedForm,
  ): Promise<DeletionOutcome | null> {
    const { intent, clientAddress } = posted;
    if (intent !== "verify" && intent !== "resend") return null;
    const isUsed = (await doubts.accepted(session)) !== null;
    if (intent === "verify") {
      const result = await sendCode.brought(resendRequest(session, posted));
      const resent = result && apply(null, result).session;
      const now = await current(resent);
      if (now) return answerIn(now, posted);
      // The session of the code that was sent again has also ended, perhaps with another lost answer.
      if (resent?.at === "code") {
        return (await repeatedTry(resent, posted)) ?? afterCodeEnded(resent, posted);
      }
      if (isUsed) await verifyCode.countLate(session);
    }
    const isNewCodeRequest = isUsed && intent === "resend";
    const usedUp = isNewCodeRequest ? null : await verifyCode.usedUp(session, clientAddress);
    if (usedUp !== null) return apply(session, usedUp);
    if (!isUsed) return null;
    return apply(session, { type: "code-used", doubt: await doubts.ofForm(posted, session) });
  }

  /** Handles a form that the place of its session accepts. */
  async function run(session: DeletionSession | null, posted: PostedForm): Promise<JourneyEvent> {
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
        // `answer` runs deletions itself.
        return { type: "nothing" };
      case "start-over":
        return { type: "started-over" };
      case "leave":
        return { type: "left" };
    }
  }

  /** Answers a form whose session ended before. */
  async function onEnded(
    session: DeletionSession | null,
    sealed: SealedSession | null,
    form: DeletionForm,
  ): Promise<DeletionOutcome> {
    const isHeld = sealed?.at === "of-another-release";
    const own = isHeld || (sealed !== null && isOf(form, sealed)) ? sealed : null;
    return apply(session, { type: "session-ended", doubt: await doubts.ofForm(form, own), isHeld });
  }

  /**
   * Answers a form that the place of its session accepts, and ends the session if another session replaces it.
   *
   * @param replaced the session that ends when another begins; differs from `session` after an accepted code
   */
  async function answerIn(
    session: DeletionSession | null,
    posted: PostedForm,
    replaced: DeletionSession | null = session,
  ): Promise<DeletionOutcome> {
    const outcome = apply(session, await run(session, posted));
    // The owner may have begun another session during the call, and the browser holds that one now.
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
      // A repeated request gets the same answer even after its session has ended: `deleteAccount` checks that itself.
      if (intent === "delete" && sealed?.at === "confirm" && isOf(form, sealed)) {
        const result = await deleteAccount(sealed, form.idempotencyKey);
        return result.type === "ended-before" ? onEnded(null, sealed, form) : apply(sealed, result);
      }
      const session = await current(sealed);
      const used = session === null ? await doubts.accepted(sealed) : null;
      // The first step, which is shown instead of a session with an accepted code, has no page id.
      const usedSession = used && (form.session === "" || isOf(form, used)) ? used : null;
      const replaced = session ?? usedSession;
      const repeatedOutcome = await afterLostAnswer(sealed, posted);
      if (repeatedOutcome) {
        if (replaced) await ends.markReplaced(replaced, repeatedOutcome.session);
        return repeatedOutcome;
      }
      if (session !== null && !isOf(form, session)) {
        const doubt = await doubts.ofForm(form, null);
        const namesSession = form.session !== "";
        return apply(session, { type: "of-earlier-page", doubt, namesSession });
      }
      const { answers } = places[placeOf(session)];
      if (alwaysAnswered.includes(intent) || answers[intent] === "run") {
        return answerIn(session, posted, replaced);
      }
      if (session === null && sealed?.at === "code" && isOf(form, sealed)) {
        const outcome = await afterCodeEnded(sealed, posted);
        if (outcome) return outcome;
      }
      if (placeOf(session) === "phone") return onEnded(session, sealed, form);
      const isLocked = session?.at === "locked" && answers[intent] === "wait";
      return apply(
        session,
        isLocked ? { type: "codes-used-up", refusal: session } : { type: "nothing" },
      );
    },
    /** The limits of a session's code; null when the session does not wait for a code. */
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

const alwaysAnswered: readonly Intent[] = ["send", "start-over", "leave"];

/** @returns null when the form has no valid number */
function sendRequest(posted: PostedForm): SendCodeRequest | null {
  const phone = toE164(posted.phone);
  const { clientAddress, idempotencyKey } = posted;
  return phone === null ? null : { phone, clientAddress, idempotencyKey };
}

const resendRequest = ({ id, phone }: CodeSession, posted: PostedForm): SendCodeRequest => {
  return { ...posted, id, phone };
};

/** @returns null when the form has no valid code */
function verifyRequest(posted: PostedForm): VerifyCodeRequest | null {
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
