import { expect, it } from "vitest";
import { claims, type Claim } from "~/content/claims";
import {
  claimProblems,
  unfoundedWords,
  unusedPhrases,
} from "../../../../scripts/content/claim-problems";
import { shownTexts } from "./shown-texts";

const texts = await shownTexts();

it("the public pages claim nothing that app/content/claims.ts does not allow, and use all of it", () => {
  expect(texts.length).toBeGreaterThan(400);
  expect(claimProblems(texts, claims)).toEqual([]);
  expect(unusedPhrases(texts, claims)).toEqual([]);
});

it.each([
  ["Both of you earn.", ["Both", "earn"]],
  ["Kilometres and beats become $PULS points.", ["become $PULS"]],
  ["The fastest map worldwide, updated daily at 30 fps.", ["fastest", "worldwide", "daily", "30"]],
  ["Stream at 1080p or higher and Earn Rewards.", []],
  ["You always earn rewards.", ["always"]],
  ["Stream at 21080p or higher", ["21080p", "higher"]],
])("a claim in '%s' is found where no rule covers it", (text, words) => {
  const known: Claim[] = [
    { rule: "Video at 1080p or higher.", source: "given", says: ["1080p or higher"] },
    { rule: "Scout earns rewards.", source: "given", says: ["earn rewards"] },
  ];
  expect(unfoundedWords(text, known)).toEqual(words);
});
