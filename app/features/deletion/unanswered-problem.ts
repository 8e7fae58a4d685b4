import type { LostAnswer } from "~/lib/lost-answer";
import type { Intent, Problem } from "./deletion-types";

/** The problem of a deletion without an answer. */
export const DELETE_UNANSWERED: Problem = {
  message: { id: "delete.unanswered" },
};

const SEND_UNANSWERED: Problem = {
  message: { id: "send.unanswered" },
  note: { id: "send.may-be-sent" },
};

const unanswered: Partial<Record<Intent, Problem>> = {
  send: SEND_UNANSWERED,
  resend: SEND_UNANSWERED,
  verify: { message: { id: "verify.unanswered" } },
  delete: { ...DELETE_UNANSWERED, mayBeDeleted: true },
};

/**
 * The problem of a form that got no answer. It keeps the uncertainty about an earlier form: whether a code was sent, or
 * the account deleted.
 *
 * @param before the problem of the previous form
 */
export function unansweredProblem({ intent }: LostAnswer, before: Problem | null): Problem {
  const { note, mayBeDeleted } = before ?? {};
  const unknown: Partial<Problem> = {
    ...(note?.id === "send.may-be-sent" && { note }),
    ...(mayBeDeleted && { mayBeDeleted }),
  };
  // An intent that is not the page's own has no entry.
  const problem = unanswered[intent as Intent] ?? { message: { id: "problem.unanswered" } };
  return { ...unknown, ...problem };
}
