import { createBoundedMap } from "../process/memory-bounds.server";

/** How long the answer to a press is kept for the same press. */
const KEPT_MS = 60_000;

/** Estimated size of an answer: a sealed session and what was typed. */
const ANSWER_BYTES = 4_096;

/**
 * Keeps the answers that forms got within the last minute, in this process.
 *
 * @param isKept false for what was refused before any call: the same press is refused again, and it evicts nothing
 */
export function createKeptAnswers<T>(isKept: (answer: T) => boolean) {
  const answers = createBoundedMap<Promise<T>>("keptAnswers", {
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: Date,
    weigh: () => ANSWER_BYTES,
  });
  return {
    /** The answer to an earlier equal press, also while it is still being made; undefined when there is none. */
    find: (press: string): Promise<T> | undefined => answers.get(press),
    /** Makes the answer to a press and keeps it. What throws is not kept. */
    make(press: string, call: () => Promise<T>): Promise<T> {
      const answer = call();
      answers.set(press, answer);
      void answer.then(isKept, () => false).then((kept) => kept || answers.delete(press));
      return answer;
    },
  };
}
