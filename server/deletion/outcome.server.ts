import { placeOf, type DeletionSession, type LimitRefusal } from "./session.server";
import { next } from "./journey.server";

/** A field of the page that a message belongs to. */
export type DeletionField = "phone" | "otp" | "reasons" | "others";

/** What stands in the way, in words for the page. Without a field it belongs to the step as a whole. */
export interface Problem {
  message: string;
  field?: DeletionField;
  /** What else is known. */
  note?: string | undefined;
  /** Whether the step itself can be tried again at a time, and not only a new code asked for. */
  again?: boolean;
  /** Whether writing to the mailbox is the way on. */
  write?: boolean;
}

/** The answer to one form of the page. */
export type DeletionOutcome =
  /** The person is somewhere else now (or should look again): redirect. `toast`: what to tell them there. */
  | { kind: "moved"; session: DeletionSession | null; toast?: string; to?: "home" }
  /** The same URL answers with what is wrong; the session may still have changed (the fifth wrong code). */
  | {
      kind: "stayed";
      session: DeletionSession | null;
      /** What the page shows in place of the session: what was typed and cannot be kept. */
      shown?: DeletionSession | null | undefined;
      status: 400 | 409 | 429 | 502;
      problem: Problem;
      /** From when on it may be tried again, in milliseconds since 1970. */
      retryAt?: number;
    };

/** Words for each limit, true also once its time has passed; the page adds the exact time. */
export const limitTexts: Record<LimitRefusal["cause"], string> = {
  minute: "One code a minute can be sent to one number.",
  hour: "Five codes an hour can be sent to one number.",
  network: "Sixty codes an hour can be asked for from your network.",
  codes: "Five wrong codes ended this session.",
  tries: "Ten tries ended this session.",
  send: "Failed to send OTP: there are too many requests right now.",
  verify: "Failed to verify OTP: there are too many requests right now.",
  delete: "Failed to delete account: there are too many requests right now.",
};

/** Whether a limit stops the step itself, and not the next code. */
export const stopsStep = ({ cause }: LimitRefusal) => cause === "verify" || cause === "delete";

/**
 * A limit with little else to say than from when on it may be tried again; the session remembers it.
 *
 * @param note what else is known
 */
export function limited(
  session: DeletionSession | null,
  refusal: LimitRefusal,
  note?: string,
): DeletionOutcome {
  const problem = { message: limitTexts[refusal.cause], note, again: stopsStep(refusal) };
  return { kind: "stayed", session, status: 429, problem, retryAt: refusal.until };
}

/** Over a sending limit: who stands somewhere keeps that; everyone is told the same again after a reload. */
export function sendingLimited(
  session: DeletionSession | null,
  refusal: LimitRefusal,
): DeletionOutcome {
  const place = next(placeOf(session), "sending-limited");
  const hasReceipt = session?.at === "phone";
  if (session === null || (place === "locked" && !hasReceipt)) {
    return limited({ at: "locked", ...refusal }, refusal);
  }
  const remembering = { ...session, refused: refusal };
  return limited(remembering, refusal);
}

/** What a person is told whose deletion may have been done by an earlier request. */
const MAY_BE_DELETED =
  "Your account may be deleted all the same: Delete was sent before. To find out, send your number again: this page then tells you if the account is inactive. Do not log in to the app to look: that is how an account comes back.";

/**
 * A form that needs a session and came without one.
 *
 * @param session what is left of it: a receipt
 * @param doubt whether an earlier request may have deleted the account; `reference`: its number, where it is known
 */
export function sessionEnded(
  session: DeletionSession | null,
  doubt: { reference: string | undefined } | null,
): DeletionOutcome {
  const ended = "Your session ended before this was sent.";
  const problem: Problem =
    doubt === null
      ? { message: `${ended} Nothing was deleted.` }
      : { message: ended, note: doubtful(doubt.reference) };
  return { kind: "stayed", session, status: 409, problem };
}

function doubtful(reference: string | undefined): string {
  if (reference === undefined) return MAY_BE_DELETED;
  return `${MAY_BE_DELETED} The reference number is ${reference}.`;
}
