import { randomUUID } from "node:crypto";
import { LONGEST_OTHERS, maskPhone, reasonIds } from "./form-fields.server";
import type { MaybeDeleted, Problem } from "./outcome.server";
import { referenceOf, type DeletionSession, type VerifiedSession } from "./session.server";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days between a deletion and the permanent erasure. */
const GRACE_DAYS = 90;

/** When an account is erased permanently. Takes and returns milliseconds since 1970. */
const erasureOf = (deletedAt: number) => deletedAt + GRACE_DAYS * DAY_MS;

/** The limits of a code. */
export interface CodeState {
  /** When the code can be sent again; 0 when it can be sent now. */
  resendAt: number;
  /** Number of tries left before the OTP session ends. */
  triesLeft: number;
}

export type DeletionPlace = ReturnType<typeof placeOf>;
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;

export interface DeletionPage {
  place: DeletionPlace;
  /** Reference of the session that the forms belong to; empty for the first step. */
  session: string;
  /** A random id of this page: equal presses of its forms count as one. */
  press: string;
  /** The current progress dot. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased permanently, or would be after a deletion now; null when that is unknown. */
  erasedAt: number | null;
  /** The deletion that the browser holds while the first step is shown. */
  held: HeldSession | null;
  /** Set when Delete was pressed without a confirmation of the auth API. */
  maybeDeleted: MaybeDeleted | null;
  problem: Problem | null;
  /** What was typed into the field of the step, when its form was refused. */
  typed: string;
}

type HeldSession = { digits: string } | { receipt: string };

/** What is shown beside a session. */
export interface PageParts {
  /** The session that the browser holds. */
  held: DeletionSession | null;
  /** Null when the session does not wait for a code. */
  code: CodeState | null;
  problem?: Problem | null;
  maybeDeleted?: MaybeDeleted | undefined;
  typed?: string;
}

/** The page of a session; null is the first step. It contains no secret: the phone is masked. */
export function deletionPage(
  shown: DeletionSession | null,
  { held, code, problem = null, maybeDeleted, typed = "" }: PageParts,
): DeletionPage {
  const now = Date.now();
  return {
    place: placeOf(shown, code, now),
    session: shown === null ? "" : referenceOf(shown),
    press: randomUUID(),
    step: steps[shown?.at ?? "phone"],
    now,
    erasedAt: shownErasure(shown, now),
    held: shown === null && held !== null && !lostDeletion(held) ? heldSession(held) : null,
    maybeDeleted: maybeDeleted ?? lostDeletion(shown ?? held),
    problem: problem ?? codeProblem(shown, code, now),
    typed,
  };
}

const steps = {
  phone: 1,
  code: 2,
  reasons: 3,
  confirm: 3,
  "signed-out": 3,
  done: 3,
  "not-registered": 2,
  reactivation: 1,
} as const;

/** The first step, and those whose page tells nothing new when it is loaded again without its session. */
const SEEN_ONCE: readonly string[] = ["phone", "done", "not-registered"];

/** Whether a text from a URL names a step from which a person without a session could not go on. */
export function needsSession(step: string | null): boolean {
  return step !== null && !SEEN_ONCE.includes(step) && Object.hasOwn(steps, step);
}

function placeOf(session: DeletionSession | null, code: CodeState | null, now: number) {
  if (session === null) return { at: "phone" as const };
  switch (session.at) {
    case "code": {
      const { at, phone, codeUntil } = session;
      const { resendAt, triesLeft } = code ?? { resendAt: 0, triesLeft: 0 };
      return { at, maskedPhone: maskPhone(phone), goodUntil: codeUntil, resendAt, triesLeft };
    }
    case "reasons":
      return { at: session.at, ...reasonsOf(session) };
    case "confirm":
      return { at: session.at, ...reasonsOf(session) };
    case "signed-out":
      return { at: session.at, maskedPhone: maskPhone(session.phone) };
    case "done":
      return { at: session.at, deletedAt: session.deletedAt };
    case "not-registered":
      return { at: session.at };
    case "reactivation": {
      const { at, deletedAt } = session;
      return { at, daysRemaining: deletedAt === null ? null : daysRemaining(deletedAt, now) };
    }
  }
}

function reasonsOf(session: VerifiedSession) {
  const { chosen, others, until, phone } = session;
  return {
    /** All reasons to choose from. */
    reasons: reasonIds,
    longestOthers: LONGEST_OTHERS,
    chosen,
    others,
    /** When the session ends. */
    goodUntil: until,
    /** The last four digits of the number. */
    phoneEnd: phone.slice(-4),
  };
}

/** Days left to restore an account: rounded up, never below 0. */
function daysRemaining(deletedAt: number, now: number): number {
  return Math.max(0, Math.ceil((erasureOf(deletedAt) - now) / DAY_MS));
}

function shownErasure(session: DeletionSession | null, now: number): number | null {
  if (session?.at !== "done" && session?.at !== "reactivation") return erasureOf(now);
  const erasedAt = session.deletedAt === null ? null : erasureOf(session.deletedAt);
  return erasedAt !== null && erasedAt > now ? erasedAt : null;
}

function heldSession(session: DeletionSession): HeldSession | null {
  if (session.at === "done") return { receipt: referenceOf(session) };
  return "phone" in session ? { digits: session.phone.slice(-3) } : null;
}

function lostDeletion(session: DeletionSession | null): MaybeDeleted | null {
  const isLost =
    session?.at === "signed-out" || (session !== null && "lost" in session && session.lost);
  return isLost ? { reference: referenceOf(session) } : null;
}

/** Why a code cannot be used any more. */
function codeProblem(
  session: DeletionSession | null,
  code: CodeState | null,
  now: number,
): Problem | null {
  if (session?.at !== "code") return null;
  if (session.codeUntil <= now) return { message: { id: "problem.expired" } };
  if (code?.triesLeft !== 0) return null;
  const { resendAt } = code;
  return {
    message: { id: "limit.tries" },
    ...(resendAt > 0 && { retryAt: resendAt, retry: "code" }),
  };
}

/**
 * The session to show for the step in the URL. The URL is only a hint: an earlier step is shown if it may be repeated,
 * otherwise the session's own. The cookie stays unchanged, so the browser can also go forward again.
 */
export function sessionAtStep(
  session: DeletionSession | null,
  step: string | null,
): DeletionSession | null {
  if (step === "phone") return null;
  // An earlier step than the confirmation never shows its dialog.
  const isEarlier = step === "code" || step === "reasons";
  return isEarlier && session?.at === "confirm" ? { ...session, at: "reasons" } : session;
}
