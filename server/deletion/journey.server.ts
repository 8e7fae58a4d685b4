import type { CallFailed, CallResult, Message } from "./call-results.server";
import { CODE_USED, doubtful, type Doubt } from "./doubts.server";
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

/** What stands in the way. Without a field it belongs to the step as a whole. */
export interface Problem {
  message: Message;
  /** What another server said of it, in English. */
  said?: string | undefined;
  field?: Field;
  /** What else is known. */
  note?: Message | undefined;
  /** Whether the step itself can be tried again at a time, and not only a new code asked for. */
  again?: boolean;
  /** Whether writing to the mailbox is the way on. */
  write?: boolean;
}

/** The answer to one form of the page. */
export type DeletionOutcome =
  /** The person is somewhere else now (or should look again): redirect. `toast`: what to tell them there. */
  | { kind: "moved"; session: DeletionSession | null; toast?: Message; to?: "home" }
  /** The same URL answers with what is wrong; the session may still have changed (the fifth wrong code). */
  | {
      kind: "stayed";
      session: DeletionSession | null;
      /** What the page shows in place of the session: what was typed and cannot be kept. */
      shown?: DeletionSession | null | undefined;
      status: 400 | 409 | 429 | 502 | 503;
      problem: Problem;
      /** From when on it may be tried again, in milliseconds since 1970. */
      retryAt?: number | undefined;
      /** True when the cookie in the browser stays as it is: it belongs to another form, or to another release. */
      leavesCookie?: boolean;
    };

/** All that can happen in the journey. */
export type JourneyEvent =
  | CallResult
  | { type: "time-passed" | "cancelled" | "started-over" | "left" | "nothing" }
  | { type: "reasons-given"; reasons: ChosenReasons }
  /** `shown`: in place of the session. */
  | { type: "field-refused"; field: Field; message: Message; shown?: DeletionSession | null }
  /** A form that needs a session and came without one; `doubt`: of this session's account. */
  | { type: "session-ended"; doubt: Doubt; isHeld?: boolean }
  /**
   * A form of the page of another session than the one that the browser holds now; `doubt`: of the form's own session;
   * `namesSession`: pages of releases before did not.
   */
  | { type: "of-earlier-page"; doubt: Doubt; namesSession: boolean }
  /** A form whose session its owner left for another one while it was answered. */
  | { type: "of-left-page"; doubt: Doubt }
  /** A form of a code's page whose code was accepted, by an answer that its browser never got. */
  | { type: "code-used"; doubt: Doubt };

/**
 * The journey: what becomes of a session by an event, and what the person is told. A place that an event has no meaning
 * at stays as it is.
 *
 * @param session where the person stands, kept where nothing was done
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
      // The limit replaces a session that holds nothing, and no other: a code or a receipt must not be lost by it.
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
      // The receipt stays until a code for another number is sent, so that one press does not lose the only proof.
      const receipt = receiptOf(session);
      return moved(receipt && { at: "phone", receipt });
    }
    case "left":
      // A receipt can be shown again after a return; every other session ends here.
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
      const problem = { message: CODE_USED, note: doubtful(event.doubt) };
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

/** What is said of a limit, true also once its time has passed; the page adds the exact time. */
export function limitProblem({ cause }: LimitRefusal, more?: Message): Problem {
  // Whether a limit stops the step itself, and not the next code.
  const again = cause === "verify" || cause === "delete";
  return { message: { id: `limit.${cause}` }, note: more, again };
}

const limited = (session: DeletionSession | null, refused: LimitRefusal, more?: Message) => ({
  ...stayed(session, 429, limitProblem(refused, more)),
  retryAt: refused.until,
});

function callFailed(session: DeletionSession | null, event: CallFailed): DeletionOutcome {
  const { call, message: text, said, status, note: more, retryAt, again } = event;
  // Where the number was typed the message belongs to it; a resend has no such field.
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
  const kept = isLost ? { ...session, lost: deletionNumber(session) } : session;
  return { ...stayed(kept, status, problem), ...(retryAt !== undefined && { retryAt }) };
}

/** Shows the place of the held session without its dialog, whose button would be taken for that of the earlier page. */
function ofEarlierPage(
  session: DeletionSession | null,
  doubt: Doubt,
  namesSession: boolean,
): DeletionOutcome {
  const isOutdated = !namesSession && typeof doubt === "string";
  const outdated = { message: { id: "problem.outdated" } } as const;
  const refused = stayed(session, 409, isOutdated ? outdated : undone("problem.earlier", doubt));
  if (session?.at === "confirm") return { ...refused, shown: { ...session, at: "reasons" } };
  if (session?.at === "done") return { ...refused, session: { at: "phone", receipt: session } };
  return { ...refused, ...(places[placeOf(session)].isDialog && { shown: null }) };
}

/** That nothing was done, and that nothing was deleted only where that is known. */
function undone(id: "problem.ended" | "problem.earlier", doubt: Doubt): Problem {
  if (doubt === "none") return { message: { id: `${id}-undeleted` } };
  return { message: { id }, note: doubtful(doubt) };
}
