import fc from "fast-check";
import { expect, it } from "vitest";
import { chartFrame, valueTicks } from "~/ui/chart-frame";

it.each([
  [0, 4],
  [3120, 4000],
  [1010, 1200],
  [348, 400],
  [1, 4],
])("a value axis for %d ends at %d", (largest, end) =>
  expect(valueTicks(largest).at(-1)).toBe(end),
);

it("a value axis has five whole ticks, reaches the largest value and ends at most at twice that value", () => {
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

it("the left margin of a chart fits the longest label of its value axis", () => {
  const leftFor = (value: number) =>
    chartFrame({ points: [{ label: "", value }], width: 326, live: true }, 0).frame.margin.left;
  expect([400, 2800].map(leftFor)).toEqual([42, 52]); // the longest label is 2.25K
});

it("the right margin of a chart fits the label of the last of many bars", () => {
  const points = Array.from({ length: 31 }, () => ({ label: "31 Aug 2026", value: 1 }));
  const rightFor = (width: number) =>
    chartFrame({ points, width, live: true }, 0).frame.margin.right;
  expect([1000, 326].map(rightFor)).toEqual([29, 40]); // half a label (44 px) minus half a bar
  expect(chartFrame({ points: [], width: 326, live: true }, 0).frame.margin.right).toBe(18);
});
