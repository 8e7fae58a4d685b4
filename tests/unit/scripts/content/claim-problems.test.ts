import { describe, expect, it } from "vitest";
import { claims, type Claim } from "~/content/claims";
import {
  claimProblems,
  unfoundedWords,
  unusedPhrases,
} from "../../../../scripts/content/claim-problems";
import { shownTexts } from "./shown-texts";

const texts = await shownTexts();

describe("the public pages", () => {
  it("claim nothing that app/content/claims.ts does not allow", () => {
    expect(texts.length).toBeGreaterThan(400);
    expect(claimProblems(texts, claims)).toEqual([]);
  });

  it("use every phrase of app/content/claims.ts", () => {
    expect(unusedPhrases(texts, claims)).toEqual([]);
  });
});

describe("a claim", () => {
  const known: Claim[] = [
    { rule: "Video at 1080p or higher.", source: "given", says: ["1080p or higher"] },
    { rule: "Scout earns rewards.", source: "given", says: ["earn rewards"] },
    { rule: "Beats 200.", source: "given", shows: ["200"] },
  ];

  it.each([
    ["Both of you earn.", ["Both", "earn"]],
    ["Spend points where you already shop.", ["Spend", "already"]],
    ["Kilometres and beats become $PULS points.", ["become $PULS"]],
    ["Thirty minutes, your streets, your questions.", ["Thirty", "minutes"]],
    ["Blurring faces before anything leaves the phone", ["Blurring", "before", "leaves the phone"]],
    ["The fastest map worldwide, updated daily.", ["fastest", "worldwide", "daily"]],
    ["30 fps", ["30"]],
  ])("in '%s' is found", (text, words) => {
    expect(unfoundedWords(text, known)).toEqual(words);
  });

  it("is covered by a phrase that stands by itself, and only as far as it goes", () => {
    expect(unfoundedWords("Stream at 1080p or higher and Earn Rewards.", known)).toEqual([]);
    expect(unfoundedWords("You always earn rewards.", known)).toEqual(["always"]);
    expect(unfoundedWords("Stream at 21080p or higher", known)).toEqual(["21080p", "higher"]);
    expect(unfoundedWords("200", known)).toEqual([]);
    expect(unfoundedWords("200 cities", known)).toEqual(["200"]);
  });

  it("that no text makes any more is reported", () => {
    const text = { file: "app/content/scout.ts", line: 7, text: "Earn rewards" };
    expect(unusedPhrases([text], known)).toEqual(["1080p or higher", "200"]);
  });

  it("is reported with its place and what to do", () => {
    const text = { file: "app/content/scout.ts", line: 7, text: "Free forever" };
    expect(claimProblems([text], known)).toEqual([
      'app/content/scout.ts:7: "Free forever" claims "Free", "forever": say what is known, or name its rule in app/content/claims.ts',
    ]);
  });
});
