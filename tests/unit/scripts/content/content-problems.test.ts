import { expect, it } from "vitest";
import { z } from "zod";
import { contentProblems } from "../../../../scripts/content/content-problems";

it("the problems of the content name file, entry and field of every mistake at once", () => {
  const entry = z.object({ title: z.string(), minutes: z.int().min(3, "3 minutes or more") });
  const entries = [
    { title: "One", minutes: 2 },
    { title: "Two", minutes: 4 },
    { title: "Two", minutes: 4 },
  ];
  const problems = contentProblems([
    { file: "articles.ts", entries, entry, count: 2, unique: "title" },
  ]);
  expect(problems).toEqual([
    "app/content/articles.ts: should have 2 entries, has 3",
    "app/content/articles.ts, entry 1 (One), field minutes: should be 3 minutes or more",
    "app/content/articles.ts, entry 3 (Two), field title: should be unlike any other entry's",
  ]);
});
