import type { Unanswered } from "~/features/shell/unanswered-post";
import type { Problem } from "./deletion-types";

/** What is said when no answer came to a deletion. */
export const DELETE_UNANSWERED: Problem = {
  message: { id: "delete.unanswered" },
};

const SEND_UNANSWERED: Problem = {
  message: { id: "send.unanswered" },
  note: { id: "send.may-be-sent" },
};

/** What is known after one of the page's forms got no answer. */
export function unansweredProblem({ intent }: Unanswered): Problem {
  switch (intent) {
    case "send":
    case "resend":
      return SEND_UNANSWERED;
    case "verify":
      return { message: { id: "verify.unanswered" } };
    case "delete":
      return { ...DELETE_UNANSWERED, mayBeDeleted: true };
    case null:
    default:
      return { message: { id: "problem.unanswered" } };
  }
}
