import { describe, expect, it } from "vitest";
import { lastMonths } from "server/sandbox/figures";
import { sandboxPresent } from "server/sandbox/trip-database";

const NEWEST = Date.UTC(2024, 5, 10, 12);
const HOUR = 60 * 60 * 1000;

describe("the sandbox's present", () => {
  it("is the newest trip's end on old data", () => {
    expect(sandboxPresent(NEWEST, NEWEST + 24 * HOUR)).toBe(NEWEST);
    expect(sandboxPresent(NEWEST, NEWEST + 10_000 * HOUR)).toBe(NEWEST);
  });

  it("is the real clock when that is later by less than a day", () => {
    expect(sandboxPresent(NEWEST, NEWEST + 24 * HOUR - 1)).toBe(NEWEST + 24 * HOUR - 1);
  });

  it("is the newest trip's end when that lies ahead of the clock", () => {
    expect(sandboxPresent(NEWEST, NEWEST - HOUR)).toBe(NEWEST);
  });
});

describe("the last months", () => {
  it("are calendar months in UTC, oldest first, across a year's end", () => {
    expect(lastMonths(6, Date.parse("2025-02-28T23:59:59Z")).map((month) => month.label)).toEqual([
      "Sep",
      "Oct",
      "Nov",
      "Dec",
      "Jan",
      "Feb",
    ]);
    expect(lastMonths(1, Date.parse("2025-03-01T00:00:00Z"))).toEqual([
      { startMs: Date.UTC(2025, 2, 1), label: "Mar" },
    ]);
  });
});
