import { useState } from "react";
import { isUnanswered, type Unanswered } from "~/features/shell/form-page";
import type { DeletionPage, Problem } from "./deletion-types";
import { unansweredProblem } from "./unanswered-problem";

/** A page as the server has answered, and why the form before it failed. */
export interface Shown {
  page: DeletionPage;
  problem: Problem | null;
}

/** The data that Remix hands over, and the page that is shown for it. */
interface Kept {
  loaded: Shown;
  answer: Shown | Unanswered | undefined;
  shown: Shown;
}

/**
 * The page to show. The last one stays when a form gets no answer, and when a link within the page makes Remix drop the
 * answer to a form without loading anything.
 *
 * @param loaded data of the route's loader
 * @param answer data of the route's action
 */
export function useLatestPage(loaded: Shown, answer: Kept["answer"]): Shown {
  const [kept, setKept] = useState<Kept>({ loaded, answer: undefined, shown: loaded });
  if (kept.loaded === loaded && kept.answer === answer) return kept.shown;
  const next = { loaded, answer, shown: latest(kept, loaded, answer) };
  setKept(next);
  return next.shown;
}

function latest(before: Kept, loaded: Shown, answer: Kept["answer"]): Shown {
  if (answer === undefined) return before.loaded === loaded ? before.shown : loaded;
  return isUnanswered(answer)
    ? { page: before.shown.page, problem: unansweredProblem(answer, before.shown.problem) }
    : answer;
}
