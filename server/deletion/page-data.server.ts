import { limitMessage, stopsStep } from "./outcome.server";
import { maskPhone } from "./typed-input.server";
import { pageIdOf, placeOf, refusalOf, type DeletionSession } from "./session.server";
import { daysRemaining, erasedAt } from "./grace-period.server";
import { stepOf } from "./journey.server";
import type { Message } from "./messages.server";
import { LONGEST_OTHERS, reasonIds, type Reason } from "./reasons.server";

/** What the page shows at a place. Holds no secret: the phone is masked; times are milliseconds since 1970. */
export type DeletionPlace =
  | { at: "locked" | "expired" | "not-registered" }
  | {
      at: "phone";
      /** Reference number of a deletion whose receipt can still be shown. */
      receipt: string | null;
    }
  | {
      at: "code";
      maskedPhone: string;
      /** From when on the code can be sent again; 0 when it can be now. */
      resendAt: number;
      /** Until when the code is good. */
      goodUntil: number;
      triesLeft: number;
    }
  | {
      at: "reasons" | "confirm";
      /** Every reason there is to choose from. */
      reasons: readonly Reason[];
      longestOthers: number;
      chosen: Reason[];
      others: string;
      /** Until when the steps to the deletion can be taken. */
      goodUntil: number;
      /** The last four digits of the number; null in a session of a release before they were kept. */
      phoneEnd: string | null;
      /** Reference number of a deletion whose answer was lost. */
      lost: string | null;
    }
  | { at: "reactivation"; daysRemaining: number | null }
  | { at: "done"; reference: string; deletedAt: number };

export interface DeletionPage {
  place: DeletionPlace;
  /** The limit that said no when something was last asked for; null once its time has passed, unless `locked`. */
  refusal: { message: Message; until: number; again: boolean } | null;
  /** What its forms name their session by; null where there is none that they could spoil. */
  session: string | null;
  /** Idempotency key: repeated requests of its forms are one. */
  idempotencyKey: string;
  /** The query of the address of the receipt's calendar file; null without a receipt. */
  calendar: string | null;
  /** The progress dot that is current. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased for good: this account's date, else the date if it is deleted now. */
  erasedAt: number;
}

/** What the limits know of a code. */
export interface CodeState {
  /** From when on the number's own limits let the code be sent again; 0 when it can be now. */
  resendAt: number;
  /** How many tries are left before the OTP session ends. */
  triesLeft: number;
}

/**
 * The page of a session.
 *
 * @param code null where no code is waited for
 * @param idempotencyKey the page's random id
 */
export function deletionPage(
  session: DeletionSession | null,
  now: number,
  code: CodeState | null,
  idempotencyKey: string,
): Omit<DeletionPage, "calendar"> {
  const deletedAt = session !== null && "deletedAt" in session ? session.deletedAt : null;
  const refusal = refusalView(session, now);
  return {
    place: placeView(session, now, {
      // The network's limit may hold longer than the number's own.
      resendAt: Math.max(code?.resendAt ?? 0, refusal?.again === false ? refusal.until : 0),
      triesLeft: code?.triesLeft ?? 0,
    }),
    refusal,
    session: pageIdOf(session),
    idempotencyKey,
    step: stepOf[placeOf(session)],
    now,
    erasedAt: erasedAt(deletedAt ?? now),
  };
}

function refusalView(session: DeletionSession | null, now: number): DeletionPage["refusal"] {
  const refusal = refusalOf(session);
  if (refusal === null || (session?.at !== "locked" && refusal.until <= now)) return null;
  return {
    message: limitMessage(refusal),
    until: refusal.until,
    again: stopsStep(refusal),
  };
}

function placeView(session: DeletionSession | null, now: number, code: CodeState): DeletionPlace {
  switch (session?.at) {
    case undefined:
      return { at: "phone", receipt: null };
    case "phone":
      return { at: "phone", receipt: session.receipt.reference };
    case "locked":
    case "expired":
    case "not-registered":
      return { at: session.at };
    case "code":
      return {
        at: "code",
        maskedPhone: maskPhone(session.phone),
        goodUntil: session.codeUntil,
        ...code,
      };
    case "reasons":
    case "confirm": {
      const { at, chosen, others, until: goodUntil, phoneEnd = null, lost = null } = session;
      const form = { reasons: reasonIds, longestOthers: LONGEST_OTHERS, chosen, others };
      return { at, ...form, goodUntil, phoneEnd, lost };
    }
    case "reactivation":
      return {
        at: "reactivation",
        daysRemaining: session.deletedAt === null ? null : daysRemaining(session.deletedAt, now),
      };
    case "done":
      return { at: "done", reference: session.reference, deletedAt: session.deletedAt };
  }
}
