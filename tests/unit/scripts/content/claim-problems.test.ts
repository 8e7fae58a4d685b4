import { expect, it } from "vitest";
import { claims } from "~/content/claims";
import { claimProblems, unusedPhrases } from "../../../../scripts/content/claim-problems";
import { shownTexts } from "./shown-texts";

const texts = await shownTexts();

it("the public pages make only claims that app/content/claims.ts allows, and use each of them", () => {
  expect(texts.length).toBeGreaterThan(400);
  expect(claimProblems(texts, claims)).toEqual([]);
  expect(unusedPhrases(texts, claims)).toEqual([]);
});
