import { expect, it } from "vitest";
import { formatCount, formatExact, formatGrowth, formatMeasure } from "~/lib/format-metric";

it.each([
  [0, "0"],
  [999, "999"],
  [1000, "1K"],
  [1005, "1.01K"],
  [999_994, "999.99K"],
  [999_995, "1M"],
  [3_910_000_000, "3.91B"],
  [1_000_000_000_000, "1T"],
  [45_000_000_000_000_000, "45,000T"],
  [-48_210, "-48.21K"],
  [21.5, "21.5"],
  [-0.001, "0"],
  [null, "–"],
  [NaN, "–"],
  [Infinity, "–"],
])("the count %s is written %s", (value, text) => expect(formatCount(value)).toBe(text));

it.each([
  [0, "0.000"],
  [-0.0001, "0.000"],
  [8.0364, "8.036"],
  [999_999.9994, "999,999.999"],
  [999_999.9996, "1.000M"],
  [1_284_902.45, "1.285M"],
  [2_000_000, "2.000M"],
  [-2_500_000, "-2.500M"],
  [1e15, "1,000.000T"],
  [null, "–"],
])("a measure of %s is written %s", (value, text) => expect(formatMeasure(value)).toBe(text));

it("an exact figure has grouped digits and keeps its thousandths", () => {
  expect(formatExact(48_210)).toBe("48,210");
  expect(formatExact(612_480.317)).toBe("612,480.317");
  expect(formatExact(null)).toBe("unknown");
});

it.each([
  [0, "+0.00%"],
  [-0.001, "+0.00%"],
  [null, null],
  [Infinity, null],
])("growth of %s is written %s", (value, text) => expect(formatGrowth(value)).toBe(text));
