import type { Unanswered } from "~/features/shell/unanswered-post";
import type { Intent, Problem } from "./deletion-types";

/** What is said when no answer came to a deletion. */
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
 * What is known after one of the page's forms got no answer of the page. What is not known of an earlier one stays so:
 * whether a code was sent, or the account deleted.
 *
 * @param before what was said of the form before
 */
export function unansweredProblem(
  { intent, refusal }: Unanswered,
  before: Problem | null,
): Problem {
  const { note, mayBeDeleted } = before ?? {};
  const unknown: Partial<Problem> = {
    ...(note?.id === "send.may-be-sent" && { note }),
    ...(mayBeDeleted && { mayBeDeleted }),
  };
  return { ...unknown, ...problemOf({ intent, refusal }) };
}

function problemOf({ intent, refusal }: Omit<Unanswered, "unanswered">): Problem {
  // The names of refusals are the server's; of one that this release does not know the message says nothing.
  const refused = refusal && ({ id: `refusal.${refusal}-text` } as Problem["message"]);
  if (refused) return { message: refused };
  // Of the page's own intents each is an entry or none; any other is none.
  return unanswered[intent as Intent] ?? { message: { id: "problem.unanswered" } };
}
