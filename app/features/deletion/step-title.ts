import { pages } from "~/content/pages";
import type { DeletionPage, DeletionPlace, Problem } from "./deletion-types";
import { shownProblem } from "./shown-problem";

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
