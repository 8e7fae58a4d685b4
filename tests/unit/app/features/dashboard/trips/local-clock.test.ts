import { describe, expect, it } from "vitest";
import { exactLocalClock, localClock } from "~/features/dashboard/trips/local-clock";

describe("a moment by the visitor's clock", () => {
  const time = Date.UTC(2025, 7, 19, 23, 51, 7);
  it.each([
    [0, null, null],
    [330, "05:21 IST, 20 Aug", "20 Aug 2025, 05:21:07 IST"],
    [-420, "16:51 GMT-7", "19 Aug 2025, 16:51:07 GMT-7"],
    [5, "23:56 GMT+0:05", "19 Aug 2025, 23:56:07 GMT+0:05"],
  ])("%d minutes ahead of UTC is %s", (offset, clock, exact) => {
    expect(localClock(time, offset)).toBe(clock);
    expect(exactLocalClock(time, offset)).toBe(exact);
  });
});
