import { expect, it } from "vitest";
import { timeOfDay } from "~/ui/film";

it.each([
  ["21:47:08", 0, "21:47:08"],
  ["21:47:08", 0.99, "21:47:08"],
  ["21:47:08", 7.5, "21:47:15"],
  ["21:59:58", 5, "22:00:03"],
  ["23:59:59", 1, "00:00:00"],
])("the time of day %s is %d s later %s", (start, elapsed, clock) => {
  expect(timeOfDay(start, elapsed)).toBe(clock);
});
