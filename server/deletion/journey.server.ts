import { isDeepStrictEqual } from "node:util";
import { createBoundedMap } from "../process/memory-bounds.server";
import type { Redis } from "../redis/redis.server";
import { createKeptAnswers } from "../session/kept-answers.server";
import { deleteAccount, sendCode, verifyCode, type CallParts } from "./calls.server";
import {
  LONGEST_OTHERS,
  readReasons,
  toCode,
  toE164,
  type DeletionForm,
  type Intent,
} from "./form-fields.server";
import type { Outcome, Problem, Shown, Stayed } from "./outcome.server";
import {
  referenceOf,
  SESSION_MS,
  type DeletionSession,
  type Place,
  type SessionAt,
  type VerifiedSession,
} from "./session.server";

/** Who opens the page or posts a form. */
export interface Visitor {
  /** Random; empty for a browser that keeps no cookies. */
  browser: string;
  /** What the browser's cookie holds. */
  session: DeletionSession | null;
}

/** The answer to a press, and what the browser's cookie held before it. */
interface KeptAnswer {
  before: DeletionSession | null;
  outcome: Outcome;
}

/** Answers one form at one place. */
type Handler<S> = (session: S, form: DeletionForm, parts: CallParts) => Outcome | Promise<Outcome>;

type Row<S> = Record<Intent, Handler<S>>;

/** What each form does at each place: the whole journey. `phone` is the first step, without a session. */
const table: { phone: Row<null> } & { [P in Place]: Row<SessionAt<P>> } = {
  phone: row(refuse("problem.ended")),
  code: row(goOn, { resend: resendCode, verify, delete: refuse("problem.earlier") }),
  reasons: row(goOn, { reasons: chooseReasons, delete: remove }),
  confirm: row(goOn, { reasons: chooseReasons, cancel: backToReasons, delete: remove }),
  "signed-out": row(goOn, { resend: resendCode }),
  done: row(goOn),
  "not-registered": row(goOn, { delete: refuse("problem.earlier") }),
  reactivation: row(goOn, { delete: refuse("problem.earlier") }),
};

/** @param others answers the forms of other steps: a session goes on to its own step */
function row<S extends DeletionSession | null>(others: Handler<S>, own?: Partial<Row<S>>): Row<S> {
  return {
    send,
    resend: others,
    verify: others,
    reasons: others,
    cancel: others,
    delete: others,
    "start-over": startOver,
    leave,
    ...own,
  };
}

function goOn(session: DeletionSession): Outcome {
  return { session };
}

/** The page of a session whose form was refused before any call. */
function refused(shown: DeletionSession | null, problem: Problem): Stayed {
  return { shown, status: problem.field ? 400 : 409, problem };
}

/** Answers a form whose session is not the browser's, at the first step, which belongs to nobody. */
function refuse(message: "problem.ended" | "problem.earlier") {
  return (_: DeletionSession | null, form: DeletionForm): Stayed => {
    const maybeDeleted = form.intent === "delete" ? form.session || null : null;
    return { ...refused(null, { message }), maybeDeleted };
  };
}

function startOver(): Outcome {
  return { session: null };
}

/** Ends a session, also with its receipt: the next person at the browser begins with the first step. */
function leave(): Outcome {
  return { session: null, to: "home" };
}

function send(_: DeletionSession | null, form: DeletionForm, parts: CallParts) {
  const phone = toE164(form.phone);
  if (phone !== null) return sendCode(parts, null, phone);
  return refused(null, { field: "phone", message: "problem.phone" });
}

function resendCode(session: SessionAt<"code" | "signed-out">, _: DeletionForm, parts: CallParts) {
  return sendCode(parts, session, session.phone);
}

function verify(session: SessionAt<"code">, form: DeletionForm, parts: CallParts) {
  if (session.codeUntil <= Date.now()) return refused(session, { message: "problem.expired" });
  const otp = toCode(form.otp);
  if (otp !== null) return verifyCode(parts, session, otp);
  return refused(session, { field: "otp", message: "problem.otp" });
}

function chooseReasons(session: VerifiedSession, form: DeletionForm): Outcome {
  const reasons = readReasons(form.reasons, form.others);
  const shown = { ...session, at: "reasons", ...reasons } as const;
  if (reasons.chosen.length === 0) {
    return refused(shown, { field: "reasons", message: "problem.reasons" });
  }
  const isTooLong = reasons.others.length > LONGEST_OTHERS;
  if (isTooLong && reasons.chosen.includes("others")) {
    return refused(shown, { field: "others", message: "problem.others" });
  }
  return { session: { ...shown, at: "confirm", others: isTooLong ? "" : reasons.others } };
}

function backToReasons(session: SessionAt<"confirm">): Outcome {
  return { session: { ...session, at: "reasons" } };
}

/** Deletes the account, also if the confirmation was cancelled on another page of the session. */
function remove(session: VerifiedSession, form: DeletionForm, parts: CallParts) {
  if (!hasReasons(session)) return refuse("problem.earlier")(session, form);
  return deleteAccount(parts, session);
}

/** Marks that all instances share. Both methods reject while Redis is away. */
export type SharedMarks = Pick<Redis, "mark" | "isMarked">;

/**
 * The sessions whose Delete was pressed. Once that has deleted an account, every copy of their cookies counts as none.
 *
 * @param shared null for a single instance; while it is away, each instance knows only its own deletions
 */
function createPressedSessions(shared: SharedMarks | null, logger: CallParts["logger"]) {
  const own = createBoundedMap<{ browser: string; isFinished: boolean }>("pressedSessions", {
    ttl: SESSION_MS,
  });
  const nameOf = (id: string) => `deletion:finished:${id}`;
  return {
    /** Notes the first press, also one that is never answered. */
    add(id: string, browser: string): void {
      if (!own.has(id)) own.set(id, { browser, isFinished: false });
    },
    /** The browser that has pressed first; undefined if none has in this process. */
    browserOf: (id: string) => own.get(id)?.browser,
    async finish(id: string): Promise<void> {
      own.set(id, { browser: own.get(id)?.browser ?? "", isFinished: true });
      await shared?.mark(nameOf(id), SESSION_MS).catch((err: unknown) => {
        logger.error({ err }, "a finished deletion was not marked for other instances");
      });
    },
    isFinished: async (id: string): Promise<boolean> =>
      own.get(id)?.isFinished === true ||
      ((await shared?.isMarked(nameOf(id)).catch(() => false)) ?? false),
  };
}

/** Creates the logic of the account-deletion page. It does not read requests or write responses. */
export function createJourney(parts: CallParts, shared: SharedMarks | null) {
  const pressed = createPressedSessions(shared, parts.logger);
  const answers = createKeptAnswers<KeptAnswer>();
  // Only who has verified a number fills this one, so that nobody's posts evict the answer to another's Delete.
  const deletions = createKeptAnswers<KeptAnswer>();
  /** The call with which each session, or browser without one, was left last. */
  const left = createBoundedMap<number>("leftSessions", { ttl: SESSION_MS });
  let turns = 0;

  /** The session of a cookie, with what is known of its Delete; null when its account was deleted with it. */
  async function current(sealed: DeletionSession | null): Promise<DeletionSession | null> {
    if (sealed === null || sealed.at === "done") return sealed;
    if (await pressed.isFinished(sealed.id)) return null;
    const isLost = "lost" in sealed && pressed.browserOf(sealed.id) !== undefined;
    return isLost ? { ...sealed, lost: true } : sealed;
  }

  async function handle({ session, browser }: Visitor, form: DeletionForm): Promise<Outcome> {
    const { intent, session: reference } = form;
    if (session !== null && intent !== "send" && reference !== referenceOf(session)) {
      if (intent === "leave") return { session, to: "home" };
      return refuse("problem.earlier")(session, form);
    }
    // The table has one row for each place, whose handlers take the session of that place.
    const row = table[session?.at ?? "phone"] as Row<DeletionSession | null>;
    // Tabs without a session share only their browser.
    const owner = session?.id ?? browser;
    const lastLeft = () => left.get(owner) ?? 0;
    const before = lastLeft();
    const turn = (turns += 1);
    const isDelete = intent === "delete" && hasReasons(session);
    if (isDelete) pressed.add(session.id, browser);
    const outcome = await row[intent](session, form, parts);
    if (isDelete && isReceipt(outcome)) await pressed.finish(session.id);
    // Another press of the same session has deleted the account meanwhile: none replaces its receipt.
    else if (outcome.session && session !== null && session.at !== "done") {
      if (await pressed.isFinished(session.id)) return refuse("problem.ended")(session, form);
    }
    if (owner === "") return outcome;
    // A browser that still sends a session it has left never got the answer: only leaving it during this call is late.
    // Without a session, who corrects a number sends again: of two such calls the one that began first is late.
    const isLate = session === null ? lastLeft() > turn : lastLeft() !== before;
    if (isLate) return late(outcome, form);
    const isLeft = outcome.session?.id !== session?.id;
    // A code that is asked for again while another page verifies is late, too.
    const isVerified = session?.at === "code" && outcome.session?.at !== "code";
    if (!("status" in outcome) && (isLeft || isVerified)) left.set(owner, turn);
    return outcome;
  }

  async function make(visitor: Visitor, form: DeletionForm): Promise<KeptAnswer> {
    const { browser, session } = visitor;
    const held = await current(session);
    const outcome = await handle({ browser, session: held }, form);
    const isFirstStep = "status" in outcome && outcome.shown === null;
    const maybeDeleted = (isFirstStep && outcome.maybeDeleted) || lostReference(visitor, held);
    return { before: session, outcome: isFirstStep ? { ...outcome, maybeDeleted } : outcome };
  }

  /** The reference of a deletion of which this browser did not get the receipt; null when there is none. */
  function lostReference({ browser, session }: Visitor, held: DeletionSession | null) {
    if (session === null || held !== null || browser === "") return null;
    return pressed.browserOf(session.id) === browser ? referenceOf(session) : null;
  }

  return {
    /** What a browser sees of its session. */
    async show(visitor: Visitor): Promise<Shown> {
      const shown = await current(visitor.session);
      return { shown, problem: null, maybeDeleted: lostReference(visitor, shown) };
    },
    /** Answers one form. The same press of the same browser gets the same answer for a minute. */
    async answer(visitor: Visitor, form: DeletionForm): Promise<Outcome> {
      const { intent, session, press, phone, otp } = form;
      const isForeign =
        intent !== "send" && session !== (visitor.session && referenceOf(visitor.session));
      // What asks for no call is not kept, so that it evicts nothing.
      const isKept = press !== "" && mayCall(visitor.session, form) && !isForeign;
      if (!isKept) return (await make(visitor, form)).outcome;
      const name = JSON.stringify([intent, session, press, phone, otp]);
      const kept = intent === "delete" ? deletions : answers;
      // Without an earlier answer nothing is awaited here: two presses would both find none.
      const found = kept.find(name);
      const earlier = found && (await found.catch(() => undefined));
      if (earlier && isSameBrowser(visitor.session, earlier)) {
        const after = earlier.outcome.session;
        // No press but Delete's own leads back to a session whose account is deleted.
        const isOver = intent !== "delete" && after && (await pressed.isFinished(after.id));
        if (!isOver && !isWaitOver(earlier.outcome)) return earlier.outcome;
      }
      const other = kept.find(name); // an equal press may have begun a call meanwhile
      if (other && other !== found && isSameBrowser(visitor.session, await other)) {
        return (await other).outcome;
      }
      return (await kept.make(name, () => make(visitor, form))).outcome;
    },
  };
}

/** Whether a session can delete its account: it is verified, and reasons were chosen. */
const hasReasons = (session: DeletionSession | null): session is VerifiedSession =>
  session !== null && "chosen" in session && session.chosen.length > 0;

/** Whether a form asks for a call: a number or code that cannot be one never does. */
function mayCall(session: DeletionSession | null, { intent, phone, otp }: DeletionForm): boolean {
  if (intent === "send") return toE164(phone) !== null;
  if (intent === "verify") return toCode(otp) !== null;
  return intent === "resend" || (intent === "delete" && hasReasons(session));
}

/** Whether the time has come at which an answer says to try again. */
const isWaitOver = (outcome: Outcome) =>
  "status" in outcome && (outcome.problem?.retryAt ?? Infinity) <= Date.now();

/** Whether a browser is as it was before a press or after its answer: one that has gone on is not moved back. */
function isSameBrowser(
  sealed: DeletionSession | null,
  { before, outcome: { session = before } }: KeptAnswer,
): boolean {
  return isDeepStrictEqual(sealed, before) || isDeepStrictEqual(sealed, session);
}

const isReceipt = (outcome: Outcome) => outcome.session?.at === "done";

/** The answer to a form whose owner has begun another session meanwhile: it does not replace that one. */
function late(outcome: Outcome, form: DeletionForm): Stayed {
  if ("status" in outcome && outcome.shown === null) return outcome;
  if (!isReceipt(outcome)) return refuse("problem.earlier")(null, form);
  return { shown: outcome.session ?? null, status: 200, problem: null };
}
