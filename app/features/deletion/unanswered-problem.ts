import type { Unanswered } from "~/features/shell/unanswered-post";
import type { Problem } from "./deletion-types";

/** What is said when no answer came to a deletion. */
export const DELETE_UNANSWERED: Problem = {
  message: "Failed to delete account. Please try again.",
};

const SEND_UNANSWERED: Problem = {
  message: "Failed to send OTP. Please try again.",
  note: "A code may have been sent all the same.",
};

/** What is known after one of the page's forms got no answer. */
export function unansweredProblem({ intent }: Unanswered): Problem {
  switch (intent) {
    case "send":
    case "resend":
      return SEND_UNANSWERED;
    case "verify":
      return { message: "Failed to verify OTP. Please try again." };
    case "delete":
      return { ...DELETE_UNANSWERED, mayBeDeleted: true };
    case null:
    default:
      return { message: "No answer came. Please try again." };
  }
}
