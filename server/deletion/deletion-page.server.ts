import { limitTexts } from "./deletion-outcome.server";
import { maskPhone } from "./phone-number.server";
import { placeOf, type DeletionSession } from "./deletion-session.server";
import { daysRemaining, erasedAt } from "./grace-period.server";
import { stepOf } from "./journey.server";
import { LONGEST_OTHERS, reasons } from "./reasons.server";

/** What the page shows at a place. Holds no secret: the phone is masked; times are milliseconds since 1970. */
export type DeletionPlace =
  | { at: "phone" | "expired" | "not-registered" }
  | { at: "locked"; message: string; until: number }
  | { at: "code"; maskedPhone: string; resendAt: number }
  | {
      at: "reasons" | "confirm";
      /** Every reason there is to choose from. */
      reasons: readonly string[];
      longestOthers: number;
      chosen: string[];
      others: string;
    }
  | { at: "reactivation"; daysRemaining: number | null }
  | { at: "done"; reference: string; deletedAt: number };

export interface DeletionPage {
  place: DeletionPlace;
  /** The progress dot that is current. */
  step: 1 | 2 | 3;
  /** The server's time, for countdowns. */
  now: number;
  /** When the account is erased for good: this account's date, else the date if it is deleted now. */
  erasedAt: number;
}

/**
 * The page of a session.
 *
 * @param resendAt from when on the code can be sent again; 0 when it can be now
 */
export function deletionPage(
  session: DeletionSession | null,
  now: number,
  resendAt: number,
): DeletionPage {
  const deletedAt = session !== null && "deletedAt" in session ? session.deletedAt : null;
  return {
    place: placeView(session, now, resendAt),
    step: stepOf[placeOf(session)],
    now,
    erasedAt: erasedAt(deletedAt ?? now),
  };
}

function placeView(session: DeletionSession | null, now: number, resendAt: number): DeletionPlace {
  switch (session?.at) {
    case undefined:
      return { at: "phone" };
    case "expired":
    case "not-registered":
      return { at: session.at };
    case "locked":
      return { at: "locked", message: limitTexts[session.cause], until: session.until };
    case "code":
      return { at: "code", maskedPhone: maskPhone(session.phone), resendAt };
    case "reasons":
    case "confirm": {
      const { at, chosen, others } = session;
      return { at, reasons, longestOthers: LONGEST_OTHERS, chosen, others };
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
