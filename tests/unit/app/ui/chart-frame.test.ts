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

it("a value axis has whole, even steps that reach the largest value and waste at most half the room", () => {
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

it("the value axis has as much room as its longest figure needs", () => {
  const roomFor = (value: number) =>
    chartFrame({ points: [{ label: "", value }], width: 326, live: true }, 0).frame.margin.left;
  expect([400, 2800].map(roomFor)).toEqual([42, 52]); // 2.25K
});

it("the last label of many bars has as much room as it needs", () => {
  const points = Array.from({ length: 31 }, () => ({ label: "31 Aug 2026", value: 1 }));
  const rightFor = (width: number) =>
    chartFrame({ points, width, live: true }, 0).frame.margin.right;
  expect([1000, 326].map(rightFor)).toEqual([29, 40]); // 44 px, less half of a bar
  expect(chartFrame({ points: [], width: 326, live: true }, 0).frame.margin.right).toBe(18);
});
