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
 * The page's title with the step in front, which a screen reader says first when a page was loaded, and before it that
 * something went wrong.
 */
export function stepTitle(messages: Messages, page: DeletionPage, problem: Problem | null): string {
  const title = messages.text("page.title");
  const name = names[page.place.at];
  const step = name
    ? messages.text("page.title-of-step", { step: messages.text(name), title })
    : title;
  return shownProblem(page, problem) === null
    ? step
    : messages.text("page.title-of-error", { title: step });
}

const expired: Problem = { message: { id: "problem.expired" } };

/**
 * What a page has to say before anything else: why the form was refused, the limit that still holds after a reload, or
 * why one is back at the first step.
 *
 * @param problem of the form that was just sent
 */
export function shownProblem(page: DeletionPage, problem: Problem | null): Problem | null {
  const { place } = page;
  if (problem !== null) return problem;
  if (place.at === "expired") return expired;
  // After a reload the page knows what was lost, not in which words it was said.
  return place.at === "confirm" && place.lost !== null ? DELETE_UNANSWERED : null;
}
