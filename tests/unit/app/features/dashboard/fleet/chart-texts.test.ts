import { describe, expect, it } from "vitest";
import {
  busiestText,
  changeText,
  chartLabel,
  growthWords,
  highlightedIndex,
  monthlyChanges,
  monthsUpTo,
  newestChange,
} from "~/features/dashboard/fleet/chart-texts";

const months = (values: number[], running = false) =>
  values.map((value, index) => ({
    label: ["Jun", "Jul", "Aug"][index] ?? "",
    value,
    highlight: running && index === values.length - 1,
  }));

it.each([
  [24_968, 23_734, "+1,234 (+5.2%)"],
  [380, 400, "-20 (-5.0%)"],
  [99_999, 100_000, "-1 (-0.0%)"],
  [7, 7, "no change"],
  [0, 7, "-7 (-100.0%)"],
  [7, 0, "+7"],
  [0, 0, "no change"],
])("a change to %d after %d is described as '%s'", (value, before, text) =>
  expect(changeText(value, before)).toBe(text),
);

it("each month is compared with the month before", () => {
  expect(monthlyChanges(months([400, 456, 456]))).toEqual([null, "+56 (+14.0%)", "no change"]);
  expect(monthlyChanges([])).toEqual([]);
});

it("only the newest month is marked 'so far', and only if the upstream highlights it", () => {
  expect(monthlyChanges(months([1, 2, 3], true))).toEqual([
    null,
    "+1 (+100.0%)",
    "+1 (+50.0%) so far",
  ]);
  const [first, second, last] = months([1, 2, 3]);
  const older = first && second && last ? [first, { ...second, highlight: true }, last] : [];
  expect(monthlyChanges(older).join()).not.toContain("so far");
  expect(newestChange(older)).toBe("Aug: +1 (+50.0%) on Jul.");
});

it("a sentence compares the newest month with the month before", () => {
  expect(newestChange(months([1, 400, 456], true))).toBe("Aug so far: +56 (+14.0%) on Jul.");
  expect(newestChange(months([1, 400, 380]))).toBe("Aug: -20 (-5.0%) on Jul.");
  expect(newestChange(months([1]))).toBeNull();
  expect(newestChange([])).toBeNull();
});

describe("growth", () => {
  const chart = (growthRate: number | null, values = [990, 1100, 1234]) => ({
    points: months(values),
    growthRate,
    total: null,
  });

  it("refers to the month before if the upstream's rate is the change of that month", () => {
    const onJuly = { growth: "+12.18%", against: "on Jul" };
    expect(growthWords(chart(12.18))).toEqual(onJuly);
    expect(growthWords(chart(null))).toEqual(onJuly);
  });

  it("refers to no month if the rate is not the month's change", () =>
    expect(growthWords(chart(24.65))).toEqual({ growth: "+24.65%", against: "growth" }));
  it.each([[[]], [[5]], [[0, 5]]])("is null if it cannot be computed from %j", (values) =>
    expect(growthWords(chart(null, values))).toBeNull(),
  );
});

const points = (values: number[]) =>
  values.map((value, index) => ({ label: ["Mon", "Tue", "Wed", "Thu"][index] ?? "", value }));
it.each([
  [[3, 1204, 5, 0], "Busiest day: Tue with 1,204 trips."],
  [[0, 1, 0, 0], "Busiest day: Tue with 1 trip."],
  [[9, 2, 9, 0], "Busiest day: Mon and Wed with 9 trips each."],
  [[9, 9, 9, 0], "Busiest day: Mon, Tue and Wed with 9 trips each."],
  [[9, 9, 9, 9], null],
  [[0, 0, 0, 0], null],
  [[], null],
])("the busiest day of %j is described as '%s'", (values, text) =>
  expect(busiestText(points(values), "day", { one: "trip", many: "trips" })).toBe(text),
);

it("a chart emphasizes the highlighted point, or else the newest", () => {
  const points = months([1, 2, 3]);
  expect(highlightedIndex(points)).toBe(2);
  expect(highlightedIndex(points.map((p, i) => ({ ...p, highlight: i === 1 })))).toBe(1);
});

it("the label of a chart states its first and last point", () => {
  expect(chartLabel("Users by month", months([4210, 0, 9840]))).toBe(
    "Users by month, from Jun 4,210 to Aug 9,840",
  );
  expect(chartLabel("Users by month", [])).toBe("Users by month, no figures");
});

it("a chart without figures shows the six months up to the date of the answer", () =>
  expect(monthsUpTo(Date.UTC(2026, 1, 28, 23, 59)).join(" ")).toBe("Sep Oct Nov Dec Jan Feb"));
