import { pages } from "~/content/pages";
import type { DeletionPage, DeletionPlace, Problem } from "./deletion-types";
import { DELETE_UNANSWERED } from "./unanswered-problem";

const names: Partial<Record<DeletionPlace["at"], string>> = {
  code: "The code",
  reasons: "Why are you leaving?",
  confirm: "Confirm Deletion",
  done: "Account Deleted Successfully",
  "not-registered": "Account Not Found",
  reactivation: "Account Reactivation",
  locked: "Try again later",
  expired: "The code has expired",
};

/**
 * The page's title with the step in front, which a screen reader says first when a page was loaded, and before it that
 * something went wrong.
 */
export function stepTitle(page: DeletionPage, problem: Problem | null): string {
  const { title } = pages.deleteUser;
  const name = names[page.place.at];
  const step = name === undefined ? title : `${name}: ${title}`;
  return shownProblem(page, problem) === null ? step : `Error: ${step}`;
}

const expired: Problem = { message: "This code has expired. Ask for a new one." };

/**
 * What a page has to say before anything else: why the form was refused, the limit that still holds after a reload, or
 * why one is back at the first step.
 *
 * @param problem of the form that was just sent
 */
export function shownProblem(page: DeletionPage, problem: Problem | null): Problem | null {
  const { place, refusal } = page;
  if (problem !== null) return problem;
  if (refusal !== null) return { ...refusal, retryAt: refusal.until };
  if (place.at === "expired") return expired;
  // After a reload the page knows what was lost, not in which words it was said.
  return place.at === "confirm" && place.lost !== null ? DELETE_UNANSWERED : null;
}
