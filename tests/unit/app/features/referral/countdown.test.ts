import { describe, expect, it } from "vitest";
import { durationOf, next, start, type Stage } from "~/features/referral/countdown";

/** The stages that follow by themselves, each with the milliseconds since the page was shown. */
function course(): [number, Stage][] {
  const stages: [number, Stage][] = [[0, start]];
  for (let elapsed = 0, stage = start; ;) {
    const duration = durationOf(stage);
    if (duration === null) return stages;
    elapsed += duration;
    stage = next(stage, "time");
    stages.push([elapsed, stage]);
  }
}

describe("the countdown", () => {
  it("tries the app after 100 ms and leaves for the store three seconds later", () => {
    expect(course()).toEqual([
      [0, { at: "attempting" }],
      [100, { at: "counting", seconds: 3 }],
      [1100, { at: "counting", seconds: 2 }],
      [2100, { at: "counting", seconds: 1 }],
      [3100, { at: "redirecting" }],
    ]);
  });

  it("stops for good when the visitor chooses to stay before it leaves", () => {
    for (const [, stage] of course().slice(0, -1)) {
      const stayed = next(stage, "stay");
      expect(stayed).toEqual({ at: "staying" });
      expect(durationOf(stayed)).toBeNull();
      expect(next(stayed, "time")).toEqual({ at: "staying" });
    }
    expect(next({ at: "redirecting" }, "stay")).toEqual({ at: "redirecting" });
  });
});
