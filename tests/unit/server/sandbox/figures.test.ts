import { expect, it } from "vitest";
import { lastMonths } from "server/sandbox/figures";
import { sandboxPresent } from "server/sandbox/trip-database";

const NEWEST = Date.UTC(2024, 5, 10, 12);
const HOUR = 60 * 60 * 1000;

it.each([
  [-HOUR, NEWEST],
  [24 * HOUR - 1, NEWEST + 24 * HOUR - 1],
  [24 * HOUR, NEWEST],
])(
  "the sandbox's current time is the clock's less than a day after the newest trip, else the trip's: %i ms",
  (ms, present) => {
    expect(sandboxPresent(NEWEST, NEWEST + ms)).toBe(present);
  },
);

it("the last months are calendar months in UTC, oldest first, also across a year's end", () => {
  const labels = lastMonths(6, Date.parse("2025-02-28T23:59:59Z")).map(({ label }) => label);
  expect(labels).toEqual(["Sep", "Oct", "Nov", "Dec", "Jan", "Feb"]);
  expect(lastMonths(1, Date.UTC(2025, 2, 1))[0]?.startMs).toBe(Date.UTC(2025, 2, 1));
});
