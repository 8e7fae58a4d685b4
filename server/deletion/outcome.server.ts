import { placeOf, type DeletionSession, type LimitRefusal } from "./session.server";
import type { CallFailure } from "./failure-messages.server";
import { next } from "./journey.server";
import type { Message } from "./messages.server";

/** A field of the page that a message belongs to. */
export type DeletionField = "phone" | "otp" | "reasons" | "others";

/** What stands in the way. Without a field it belongs to the step as a whole. */
export interface Problem {
  message: Message;
  /** What another server said of it, in English. */
  said?: string | undefined;
  field?: DeletionField;
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
      retryAt?: number;
      /** Whether the browser keeps the session that it holds, which is not this form's or cannot be read here. */
      leavesCookie?: boolean;
    };

type Stayed = Extract<DeletionOutcome, { kind: "stayed" }>;

/** What is said of a limit, true also once its time has passed; the page adds the exact time. */
export const limitMessage = ({ cause }: Pick<LimitRefusal, "cause">): Message => ({
  id: `limit.${cause}`,
});

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
  note?: Message,
): DeletionOutcome {
  const problem = { message: limitMessage(refusal), note, again: stopsStep(refusal) };
  return { kind: "stayed", session, status: 429, problem, retryAt: refusal.until };
}

/**
 * Over a sending limit: who stands somewhere keeps that; everyone is told the same again after a reload.
 *
 * @param note what else is known
 */
export function sendingLimited(
  session: DeletionSession | null,
  refusal: LimitRefusal,
  note?: Message,
): DeletionOutcome {
  const place = next(placeOf(session), "sending-limited");
  const hasReceipt = session?.at === "phone";
  if (session === null || (place === "locked" && !hasReceipt)) {
    return limited({ at: "locked", ...refusal }, refusal, note);
  }
  const remembering = { ...session, refused: refusal };
  return limited(remembering, refusal, note);
}

/**
 * A call that failed.
 *
 * @param failure `placeAt`: when it may be tried again, where there was no place for it
 */
export function failedCall(
  session: DeletionSession | null,
  { status, placeAt }: Pick<CallFailure, "status"> & { placeAt?: number | undefined },
  problem: Problem,
): DeletionOutcome {
  if (placeAt === undefined) return { kind: "stayed", session, status, problem };
  return {
    kind: "stayed",
    session,
    status,
    problem: { ...problem, again: true },
    retryAt: placeAt,
  };
}

/**
 * What is known of a deletion by an earlier request: none was sent; one was that may have been done (`reference`: its
 * number, where it is known); or nothing, because what was known may have been forgotten (`unasked`: where nobody asks).
 */
export type Doubt = "none" | "unknown" | "unasked" | { reference: string | undefined };

/**
 * A form that needs a session and came without one.
 *
 * @param session what is left of it: a receipt
 * @param doubt of this session's account
 */
export function sessionEnded(session: DeletionSession | null, doubt: Doubt): Stayed {
  const problem = undone("problem.ended", doubt);
  return { kind: "stayed", session, status: 409, problem };
}

/**
 * A form that stood on the page of another session than the one that the browser holds now. Shows where that one stands,
 * but no dialog of it: its one button would be taken for that of the page before.
 *
 * @param session the one that the browser holds
 * @param doubt of the account of the form's own session
 * @param namesSession whether the form says whose it is: pages of releases before did not
 */
export function ofEarlierPage(
  session: DeletionSession,
  doubt: Doubt,
  namesSession: boolean,
): DeletionOutcome {
  const outdated = { message: { id: "problem.outdated" } } as const;
  const isOutdated = !namesSession && typeof doubt === "string";
  const problem = isOutdated ? outdated : undone("problem.earlier", doubt);
  const refused = { kind: "stayed", status: 409, problem } as const;
  if (session.at === "confirm") {
    return { ...refused, session, shown: { ...session, at: "reasons" } };
  }
  if (session.at === "done") return { ...refused, session: { at: "phone", receipt: session } };
  const hasDialog = session.at === "not-registered" || session.at === "reactivation";
  return { ...refused, session, ...(hasDialog && { shown: null }) };
}

/** A form whose session its owner left for another one while it was answered. */
export function ofLeftPage(doubt: Doubt): DeletionOutcome {
  const problem = undone("problem.earlier", doubt);
  return { kind: "stayed", session: null, leavesCookie: true, status: 409, problem };
}

/** That nothing was done, and that nothing was deleted only where that is known. */
function undone(id: "problem.ended" | "problem.earlier", doubt: Doubt): Problem {
  if (doubt === "none") return { message: { id: `${id}-undeleted` } };
  return { message: { id }, note: doubtful(doubt) };
}

/** What a person is told whose deletion may have been done by an earlier request. */
export function doubtful(doubt: Doubt): Message | undefined {
  if (doubt === "none" || doubt === "unasked") return undefined;
  if (doubt === "unknown") return { id: "delete.unknown" };
  const { reference } = doubt;
  if (reference === undefined) return { id: "delete.maybe" };
  return { id: "delete.maybe-reference", values: { reference } };
}

/** A form that was answered as it asked to be. @param session where the person stands now */
export const stay = (session: DeletionSession | null) => ({ kind: "moved", session }) as const;

/**
 * A form with a field that cannot be taken.
 *
 * @param shown what the page shows, where that is not the session
 */
export function invalid(
  session: DeletionSession | null,
  field: DeletionField,
  message: Message,
  shown?: DeletionSession | null,
): DeletionOutcome {
  return { kind: "stayed", session, shown, status: 400, problem: { field, message } };
}
