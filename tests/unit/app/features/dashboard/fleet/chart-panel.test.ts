import { describe, expect, it } from "vitest";
import {
  chartGrowth,
  chartLabel,
  highlightedIndex,
  markRunningMonth,
  monthsUpTo,
} from "~/features/dashboard/fleet/chart-panel";

const months = (values: number[]) =>
  values.map((value, index) => ({ label: ["Jun", "Jul", "Aug"][index] ?? "", value }));

const IN_AUGUST = Date.UTC(2025, 7, 31, 23, 59);

it.each([
  ["Aug", IN_AUGUST, "Aug so far"],
  ["august 2025", IN_AUGUST, "august 2025 so far"],
  ["Aug 2024", IN_AUGUST, "Aug 2024"],
  ["Jul", IN_AUGUST, "Jul"],
  ["Aug", Date.UTC(2025, 8, 1), "Aug"],
  ["8", IN_AUGUST, "8"],
  ["", IN_AUGUST, ""],
])("the newest month '%s' at %d is labelled '%s', highlighted or not", (label, time, marked) => {
  for (const highlight of [true, undefined]) {
    const points = [
      { label: "Aug", value: 1, highlight },
      { label, value: 2, highlight },
    ];
    expect(markRunningMonth(points, time).map((point) => point.label)).toEqual(["Aug", marked]);
  }
});

describe("growth", () => {
  const chart = (growthRate: number | null, values = [990, 1100, 1234]) => ({
    points: months(values),
    growthRate,
    total: null,
  });

  it("is the upstream's rate, or else computed from the last two points", () => {
    expect(chartGrowth(chart(24.65))).toBe("+24.65%");
    expect(chartGrowth(chart(null))).toBe("+12.18%");
    expect(chartGrowth(chart(null, [1100, 990]))).toBe("-10.00%");
  });

  it.each([[[]], [[5]], [[0, 5]]])("is null if it cannot be computed from %j", (values) =>
    expect(chartGrowth(chart(null, values))).toBeNull(),
  );
});

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
