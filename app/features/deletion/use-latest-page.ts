import { useState } from "react";
import { isUnanswered, type Unanswered } from "~/features/shell/unanswered-post";
import type { DeletionPage, Problem } from "./deletion-types";
import { unansweredProblem } from "./unanswered-problem";

/** What the server shows: a page, and what stood in the way of the form before. */
export interface Shown {
  page: DeletionPage;
  problem: Problem | null;
}

/** What has come, and what is shown of it. */
interface Kept {
  loaded: Shown;
  answer: Shown | Unanswered | undefined;
  shown: Shown;
}

/**
 * What the server has shown last. It stays while a form gets no answer, and when a link within the page makes Remix
 * forget the answer to a form, but load nothing.
 *
 * @param loaded data of the page
 * @param answer to the last form
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
