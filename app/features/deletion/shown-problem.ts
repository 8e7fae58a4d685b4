import type { DeletionPage, Problem } from "./deletion-types";
import { DELETE_UNANSWERED } from "./unanswered-problem";

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
