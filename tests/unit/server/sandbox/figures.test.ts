import { expect, it } from "vitest";
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
