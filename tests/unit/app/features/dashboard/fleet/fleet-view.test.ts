import { describe, expect, it } from "vitest";
import {
  buildKpis,
  chartLabel,
  highlightedIndex,
  placeholders,
} from "~/features/dashboard/fleet/fleet-view";

const metrics = {
  totalTrips: 48_210,
  distanceCovered: 612_480.317,
  totalBeats: 1_284_902.45,
  totalHours: 21_360,
  totalUsers: null,
};
const pointsOf = (...values: number[]) =>
  values.map((value, index) => ({ label: `M${index}`, value }));

describe("the four totals", () => {
  it("separate thousandths, not the decimals of an abbreviation", () => {
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

describe("a chart", () => {
  it("emphasizes the highlighted point, otherwise the newest", () => {
    const points = pointsOf(1, 2, 3);
    expect(highlightedIndex(points)).toBe(2);
    expect(highlightedIndex(points.map((p, i) => ({ ...p, highlight: i === 1 })))).toBe(1);
  });

  it("is named by where it starts and where it ends", () => {
    expect(chartLabel("Users by month", pointsOf(4210, 9840))).toBe(
      "Users by month, from M0 4,210 to M1 9,840",
    );
    expect(chartLabel("Users by month", [])).toBe("Users by month, no figures");
  });

  it("has zeros over the usual labels in place of missing figures", () => {
    const months = placeholders.months(Date.UTC(2026, 1, 28, 23, 59));
    expect(months.map(({ label }) => label).join(" ")).toBe("Sep Oct Nov Dec Jan Feb");
    for (const points of [months, placeholders.weekdays(), placeholders.buckets()]) {
      expect(points.every(({ value }) => value === 0)).toBe(true);
    }
  });
});
