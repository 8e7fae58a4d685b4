import type { CallFailed, CallResult, Message } from "./call-results.server";
import { CODE_USED, doubtMessage, type DeletionDoubt } from "./doubts.server";
import { phoneEnd, type ChosenReasons } from "./form-fields.server";
import {
  placeOf,
  places,
  receiptOf,
  type DeletionSession,
  type LimitRefusal,
} from "./places.server";
import { deletionNumber } from "./session.server";

/** A field of the page that a message belongs to. */
export const fields = ["phone", "otp", "reasons", "others"] as const;
type Field = (typeof fields)[number];

/** Why a form was refused. Without a field, the problem belongs to the step as a whole. */
export interface Problem {
  message: Message;
  /** The message of another server, in English. */
  said?: string | undefined;
  field?: Field;
  /** Additional message. */
  note?: Message | undefined;
  /** Whether the step itself can be repeated later, and not only a new code requested. */
  again?: boolean;
  /** Whether to suggest writing an e-mail. */
  write?: boolean;
}

/** The answer to one form of the page. */
export type DeletionOutcome =
  /** The step has changed, or the page should be loaded again: redirect. `toast`: message on the next page. */
  | { kind: "moved"; session: DeletionSession | null; toast?: Message; to?: "home" }
  /** The form was refused. The session may still have changed, for instance after the fifth wrong code. */
  | {
      kind: "stayed";
      session: DeletionSession | null;
      /** Session to show instead, with input that is not stored. */
      shown?: DeletionSession | null | undefined;
      status: 400 | 409 | 429 | 502 | 503;
      problem: Problem;
      /** When to try again, in milliseconds since 1970. */
      retryAt?: number | undefined;
      /** Whether the browser's cookie stays unchanged, because it belongs to another form or another release. */
      leavesCookie?: boolean;
    };

/** All events of the journey. */
export type JourneyEvent =
  | CallResult
  | { type: "time-passed" | "cancelled" | "started-over" | "left" | "nothing" }
  | { type: "reasons-given"; reasons: ChosenReasons }
  /** `shown`: session to show instead. */
  | { type: "field-refused"; field: Field; message: Message; shown?: DeletionSession | null }
  /** A form that needs a session arrived without one. `doubt`: whether its account may be deleted. */
  | { type: "session-ended"; doubt: DeletionDoubt; isHeld?: boolean }
  /**
   * A form of another session than the browser holds now. `doubt`: about the form's own session; `namesSession`:
   * whether the form has a page id, which earlier releases did not send.
   */
  | { type: "of-earlier-page"; doubt: DeletionDoubt; namesSession: boolean }
  /** A form whose owner began another session while it was being answered. */
  | { type: "of-left-page"; doubt: DeletionDoubt }
  /** A form of the code step whose code was already accepted, in an answer that was lost. */
  | { type: "code-used"; doubt: DeletionDoubt };

/**
 * Applies an event to a session: returns the next session and the messages. A session stays unchanged if the event does
 * not apply to its place.
 *
 * @param session the current session; null for the first step
 */
export function apply(session: DeletionSession | null, event: JourneyEvent): DeletionOutcome {
  switch (event.type) {
    case "code-sent": {
      const { id, phone, otpSession, codeUntil } = event;
      const code = { at: "code", id, phone, otpSession, codeUntil } as const;
      return { kind: "moved", session: code, toast: { id: "send.sent" } };
    }
    case "deleted-before":
      return moved({ at: "reactivation", id: event.id, deletedAt: event.deletedAt });
    case "sending-limited": {
      // The limit only replaces a session without content: a code or a receipt must not be lost.
      const isLocked = session?.at !== "phone" && places[placeOf(session)].hasNothingToLose;
      const locked = { at: "locked", ...event.refusal } as const;
      return limited(isLocked ? locked : session, event.refusal, event.note);
    }
    case "code-accepted": {
      if (session?.at !== "code") return moved(session);
      const { id, phone } = session;
      const { token, until } = event;
      const reasons = { chosen: [], others: "" };
      return {
        kind: "moved",
        session: { at: "reasons", id, token, phoneEnd: phoneEnd(phone), ...reasons, until },
        toast: { id: "verify.verified" },
      };
    }
    case "no-account":
      return moved(session?.at === "code" ? { at: "not-registered", id: session.id } : session);
    case "cannot-go-on":
      return stayed(null, 502, { message: { id: "problem.cannot-go-on" }, write: true });
    case "codes-used-up":
      return limited({ at: "locked", ...event.refusal }, event.refusal);
    case "time-passed":
      return moved(session?.at === "code" ? { at: "expired" } : session);
    case "reasons-given":
      return moved(
        session !== null && "token" in session
          ? { ...session, at: "confirm", ...event.reasons }
          : session,
      );
    case "cancelled":
      return moved(session?.at === "confirm" ? { ...session, at: "reasons" } : session);
    case "account-deleted":
      return moved(event.receipt);
    case "started-over": {
      // The receipt stays until another code is sent, so that a single click does not lose the only proof.
      const receipt = receiptOf(session);
      return moved(receipt && { at: "phone", receipt });
    }
    case "left":
      // A receipt can be shown again later; every other session ends here.
      return { ...moved(receiptOf(session) && session), to: "home" };
    case "nothing":
      return moved(session);
    case "step-limited":
      return limited(session, event.refusal, event.note);
    case "call-failed":
      return callFailed(session, event);
    case "field-refused":
      return {
        ...stayed(session, 400, { field: event.field, message: event.message }),
        shown: event.shown,
      };
    case "ended-before":
      return apply(null, { type: "session-ended", doubt: "unknown" });
    case "session-ended":
      return {
        ...stayed(session, 409, undone("problem.ended", event.doubt)),
        ...(event.isHeld && { leavesCookie: true }),
      };
    case "of-earlier-page":
      return ofEarlierPage(session, event.doubt, event.namesSession);
    case "of-left-page":
      return { ...stayed(null, 409, undone("problem.earlier", event.doubt)), leavesCookie: true };
    case "code-used": {
      const problem = { message: CODE_USED, note: doubtMessage(event.doubt) };
      return { ...stayed(null, 409, problem), leavesCookie: true };
    }
  }
}

type Stayed = Extract<DeletionOutcome, { kind: "stayed" }>;

const moved = (session: DeletionSession | null) => ({ kind: "moved", session }) as const;

const stayed = (
  session: DeletionSession | null,
  status: Stayed["status"],
  problem: Problem,
): Stayed => ({ kind: "stayed", session, status, problem });

/** The problem of a limit. Its text stays true after the limit has ended; the page adds the exact time. */
export function limitProblem({ cause }: LimitRefusal, note?: Message): Problem {
  // These limits stop the step itself, the others stop requests for a new code.
  const again = cause === "verify" || cause === "delete";
  return { message: { id: `limit.${cause}` }, note, again };
}

const limited = (session: DeletionSession | null, refused: LimitRefusal, note?: Message) => ({
  ...stayed(session, 429, limitProblem(refused, note)),
  retryAt: refused.until,
});

function callFailed(session: DeletionSession | null, event: CallFailed): DeletionOutcome {
  const { call, message: text, said, status, note: more, retryAt, again } = event;
  // The message belongs to the phone field, except for a resend, whose step has no such field.
  const isTypedHere = places[placeOf(session)].hasNothingToLose;
  const field = { send: isTypedHere ? "phone" : null, verify: "otp", delete: null } as const;
  const problem: Problem = {
    message: text,
    said,
    ...(field[call] !== null && { field: field[call] }),
    ...(more && { note: more }),
    ...(again && { again }),
  };
  const isLost = event.mayHaveHappened && call === "delete" && session?.at === "confirm";
  const newSession = isLost ? { ...session, lost: deletionNumber(session) } : session;
  return { ...stayed(newSession, status, problem), ...(retryAt !== undefined && { retryAt }) };
}

/** Shows the current session without its dialog, whose button could be mistaken for that of the earlier page. */
function ofEarlierPage(
  session: DeletionSession | null,
  doubt: DeletionDoubt,
  namesSession: boolean,
): DeletionOutcome {
  const isOutdated = !namesSession && typeof doubt === "string";
  const outdated = { message: { id: "problem.outdated" } } as const;
  const refused = stayed(session, 409, isOutdated ? outdated : undone("problem.earlier", doubt));
  if (session?.at === "confirm") return { ...refused, shown: { ...session, at: "reasons" } };
  if (session?.at === "done") return { ...refused, session: { at: "phone", receipt: session } };
  return { ...refused, ...(places[placeOf(session)].isDialog && { shown: null }) };
}

/** The problem of a form that had no effect. It says that nothing was deleted only if that is certain. */
function undone(id: "problem.ended" | "problem.earlier", doubt: DeletionDoubt): Problem {
  if (doubt === "none") return { message: { id: `${id}-undeleted` } };
  return { message: { id }, note: doubtMessage(doubt) };
}
