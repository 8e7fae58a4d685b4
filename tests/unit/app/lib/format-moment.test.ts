import fc from "fast-check";
import { expect, it } from "vitest";
import { isCalendarDay } from "~/lib/format-moment";
import { formatAge, formatDuration } from "~/lib/format-duration";

it.each(["2025-02-31", "2023-02-29", "2025-00-10", "", "2025-08-19T00", "0025-08-19"])(
  "%s is not a calendar day",
  (text) => expect(isCalendarDay(text)).toBe(false),
);
it("all days from 1970 to 9999 are calendar days", () => {
  const days = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(fc.property(days, (day) => isCalendarDay(day.toISOString().slice(0, 10))));
});

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
