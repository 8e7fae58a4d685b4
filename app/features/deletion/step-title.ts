import type { PlainMessageId } from "~/content/catalogue";
import type { Messages } from "~/features/shell/messages";
import type { DeletionPage, DeletionPlace, Problem } from "./deletion-types";
import { DELETE_UNANSWERED } from "./unanswered-problem";

const names: Partial<Record<DeletionPlace["at"], PlainMessageId>> = {
  code: "code.heading",
  reasons: "reasons.heading",
  confirm: "confirm.title",
  done: "done.title",
  "not-registered": "not-registered.title",
  reactivation: "reactivation.title",
  locked: "locked.title",
  expired: "expired.title",
};

/**
 * The page's title, preceded by the step and, if there is a problem, by 'Error': screen readers read the title first
 * when a page is loaded.
 */
export function stepTitle(messages: Messages, page: DeletionPage, problem: Problem | null): string {
  const title = messages.text("page.title");
  const name = names[page.place.at];
  const step = name
    ? messages.text("page.title-of-step", { step: messages.text(name), title })
    : title;
  return displayedProblem(page, problem) === null
    ? step
    : messages.text("page.title-of-error", { title: step });
}

const expired: Problem = { message: { id: "problem.expired" } };

/**
 * The problem that a page displays: that of the last form, the expired session, or, after a reload, a deletion that got
 * no answer.
 *
 * @param problem problem of the form that was just sent
 */
export function displayedProblem(page: DeletionPage, problem: Problem | null): Problem | null {
  const { place } = page;
  if (problem !== null) return problem;
  if (place.at === "expired") return expired;
  // After a reload the server knows that an answer was lost, but sends no message about it.
  return place.at === "confirm" && place.lost !== null ? DELETE_UNANSWERED : null;
}
