import { expect, it } from "vitest";
import english from "~/content/catalogues/en";

/** Words of each sentence. Texts of up to three words are labels and titles, which have no reading level. */
const sentences = Object.values(english.messages)
  .flatMap((message) => (typeof message === "string" ? [message] : Object.values(message)))
  .flatMap((text) => text.split(/(?<=[.?])\s+/))
  .map((sentence) => sentence.match(/[a-z']+/gi) ?? [])
  .filter((words) => words.length > 3);

/** Counts syllables as the Flesch-Kincaid formula does: groups of vowels, without a silent `e`. */
function syllables(word: string): number {
  const withoutSilentEnd = word.toLowerCase().replace(/(?:[^laeiouy]es|[^ltd]ed|[^laeiouy]e)$/, "");
  return Math.max(1, withoutSilentEnd.match(/[aeiouy]+/g)?.length ?? 0);
}

it("the English texts have a reading level below grade nine", () => {
  const words = sentences.flat();
  const grade =
    0.39 * (words.length / sentences.length) +
    11.8 * (words.reduce((sum, word) => sum + syllables(word), 0) / words.length) -
    15.59;
  expect(grade).toBeLessThan(9);
});
