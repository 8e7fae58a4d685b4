import { expect, it } from "vitest";
import { formatAge, formatDuration } from "~/lib/format-duration";

it.each([
  [0, "0:00:00"],
  [59.6, "0:01:00"],
  [3_370_325, "936:12:05"],
  [-61, "-0:01:01"],
])("a duration of %d seconds is written %s", (seconds, text) =>
  expect(formatDuration(seconds)).toBe(text),
);

it.each([
  [-5000, "0 s"],
  [20_900, "20 s"],
  [60_000, "1 min"],
  [7_200_000, "2 h"],
  [86_400_000, "24 h"],
  [172_800_000, "2 d"],
])("an age of %d milliseconds is written %s", (age, text) => expect(formatAge(age)).toBe(text));
