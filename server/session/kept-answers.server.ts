import { createBoundedMap } from "../process/memory-bounds.server";

/** How long the answer to a press is kept for the same press. */
const KEPT_MS = 60_000;

/** Estimated size of an answer: a sealed session and what was typed. */
const ANSWER_BYTES = 4_096;

/** Keeps the answers that forms got within the last minute, in this process. */
export function createKeptAnswers<T>() {
  const answers = createBoundedMap<{ answer: Promise<T>; until: number }>("keptAnswers", {
    weigh: () => ANSWER_BYTES,
  });
  return {
    /** The answer to an earlier equal press, also while it is still being made; undefined when there is none. */
    find(press: string): Promise<T> | undefined {
      const kept = answers.get(press);
      return kept && kept.until > Date.now() ? kept.answer : undefined;
    },
    /** Makes the answer to a press and keeps it. What throws is not kept. */
    make(press: string, call: () => Promise<T>): Promise<T> {
      const answer = call();
      answers.set(press, { answer, until: Date.now() + KEPT_MS });
      answer.catch(() => answers.delete(press));
      return answer;
    },
  };
}
