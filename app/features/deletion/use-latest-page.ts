import { useState } from "react";
import { isLost, type LostAnswer } from "~/lib/lost-answer";
import type { DeletionPage, Problem } from "./deletion-types";
import { unansweredProblem } from "./unanswered-problem";

/** A page of the server's answer, and why the previous form failed. */
export interface Shown {
  page: DeletionPage;
  problem: Problem | null;
}

/** The data from Remix, and the page that is displayed for them. */
interface LatestPage {
  loaded: Shown;
  answer: Shown | LostAnswer | undefined;
  shown: Shown;
}

/**
 * The page to display. The previous page stays when a form gets no answer, and when Remix drops the action data without
 * loading anything, as it does for a link within the page.
 *
 * @param loaded data of the route's loader
 * @param answer data of the route's action
 */
export function useLatestPage(loaded: Shown, answer: LatestPage["answer"]): Shown {
  const [last, setLast] = useState<LatestPage>({ loaded, answer: undefined, shown: loaded });
  if (last.loaded === loaded && last.answer === answer) return last.shown;
  const next = { loaded, answer, shown: latest(last, loaded, answer) };
  setLast(next);
  return next.shown;
}

function latest(before: LatestPage, loaded: Shown, answer: LatestPage["answer"]): Shown {
  if (answer === undefined) return before.loaded === loaded ? before.shown : loaded;
  return isLost(answer)
    ? { page: before.shown.page, problem: unansweredProblem(answer, before.shown.problem) }
    : answer;
}
