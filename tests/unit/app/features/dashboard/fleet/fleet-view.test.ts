import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildKpis,
  chartGrowth,
  chartLabel,
  fleetError,
  highlightedIndex,
  placeholders,
  type FleetResults,
} from "~/features/dashboard/fleet/fleet-view";
import { valueTicks, withAxisWidth } from "~/ui/chart-axis";
import { chartSize } from "~/ui/chart-size";

const metrics = {
  totalTrips: 48_210,
  distanceCovered: 612_480.317,
  totalBeats: 1_284_902.45,
  totalHours: 21_360,
  totalUsers: null,
};
const chart = (values: number[], growthRate: number | null = null) => ({
  points: values.map((value, index) => ({ label: `M${index}`, value })),
  growthRate,
  total: null,
});

describe("the four totals", () => {
  it("are titled, abbreviated, and exact for assistive technology", () => {
    const shown = buildKpis(metrics).map((kpi) => [
      kpi.title,
      kpi.main + kpi.decimals + (kpi.unit ?? ""),
      kpi.caption,
      kpi.exact,
    ]);
    expect(shown).toEqual([
      ["Total Trips", "48.21K", "Data Points Collected", "48,210"],
      ["Distance Covered", "612,480.317km", "Kilometers Traveled", "612,480.317 kilometers"],
      ["Total Beats", "1.285M", "Beats Collected", "1,284,902.45"],
      ["Total Hours", "21.36Kh", "Hours of activity", "21,360 hours"],
    ]);
  });

  it("set only thousandths back, not the decimals of an abbreviation", () => {
    const [trips, distance, beats] = buildKpis(metrics);
    expect(distance).toMatchObject({ main: "612,480", decimals: ".317" });
    expect(trips).toMatchObject({ main: "48.21K", decimals: "" });
    expect(beats).toMatchObject({ main: "1.285M", decimals: "" });
  });

  it("are dashes without units where a figure is not known", () => {
    const unknown = { ...metrics, distanceCovered: null, totalHours: null };
    expect(buildKpis(unknown)[1]).toMatchObject({ main: "–", unit: undefined, exact: "unknown" });
    expect(buildKpis(unknown)[3]).toMatchObject({ main: "–", unit: undefined, exact: "unknown" });
  });
});

describe("growth", () => {
  it("is the upstream's when it states one", () =>
    expect(chartGrowth(chart([100, 50], 12.456))).toBe("+12.46%"));
  it("comes from the last two points otherwise", () =>
    expect(chartGrowth(chart([1, 80, 100]))).toBe("+25.00%"));
  it.each([[[]], [[5]], [[0, 5]]])("is left out where %j allows none", (values) =>
    expect(chartGrowth(chart(values))).toBeNull(),
  );
});

describe("a chart", () => {
  it("stresses the highlighted point, else the newest", () => {
    const points = chart([1, 2, 3]).points;
    expect(highlightedIndex(points)).toBe(2);
    expect(highlightedIndex(points.map((p, i) => ({ ...p, highlight: i === 1 })))).toBe(1);
  });

  it("is named by where it starts and where it ends", () => {
    expect(chartLabel("Users by month", chart([4210, 9840]).points)).toBe(
      "Users by month, from M0 4,210 to M1 9,840",
    );
    expect(chartLabel("Users by month", [])).toBe("Users by month, no figures");
  });

  it("has zeros over the usual labels in place of missing figures", () => {
    const labels = (points: { label: string; value: number }[]) => points.map((p) => p.label);
    const february = Date.UTC(2026, 1, 28, 23, 59);
    expect(labels(placeholders.months(february))).toEqual([
      "Sep",
      "Oct",
      "Nov",
      "Dec",
      "Jan",
      "Feb",
    ]);
    expect(labels(placeholders.weekdays())).toEqual([
      "Mon",
      "Tue",
      "Wed",
      "Thu",
      "Fri",
      "Sat",
      "Sun",
    ]);
    expect(labels(placeholders.buckets())).toEqual(["00", "04", "08", "12", "14", "16", "18"]);
    expect(placeholders.buckets().every((point) => point.value === 0)).toBe(true);
  });
});

describe("a value axis", () => {
  it.each([
    [0, 4],
    [3120, 4000],
    [1010, 1200],
    [348, 400],
    [1, 4],
  ])("for %d ends at %d", (largest, end) => expect(valueTicks(largest).at(-1)).toBe(end));

  it("has whole, even steps that reach the largest value and waste at most half the room", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), (largest) => {
        const ticks = valueTicks(largest);
        const end = ticks.at(-1) ?? 0;
        expect(ticks).toHaveLength(5);
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(end).toBeGreaterThanOrEqual(largest);
        if (largest >= 4) expect(end).toBeLessThanOrEqual(largest * 2);
      }),
    );
  });
});

describe("room for the value axis", () => {
  const narrow = chartSize(326);
  it("grows with its longest figure, and else stays", () => {
    expect(withAxisWidth(narrow, valueTicks(400)).axisWidth).toBe(42);
    expect(withAxisWidth(narrow, valueTicks(2800)).axisWidth).toBe(52); // 2.25K
  });
});

describe("failure", () => {
  const cached = <T>(value: T) => ({ value, asOf: 0, state: "fresh" as const });
  const blocks: FleetResults = {
    metrics: cached(metrics),
    totalUsers: cached(chart([1])),
    monthlyUsers: cached(chart([1])),
    weeklyUsers: cached(chart([1])),
    dailyUsers: cached(chart([1])),
  };
  it("is none when everything came", () => expect(fleetError(blocks)).toBeNull());
  it("is the first error's text", () =>
    expect(fleetError({ ...blocks, weeklyUsers: { error: "API request failed" } })).toBe(
      "API request failed",
    ));
});
