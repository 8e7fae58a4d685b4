import type { BarDatum, BarSvgProps } from "@nivo/bar";

/** nivo's parts in the design's tokens: they follow day and night by themselves. Ticks are chart-tick.tsx. */
export const chartTheme: BarSvgProps<BarDatum>["theme"] = {
  background: "transparent",
  axis: { domain: { line: { stroke: "none" } } },
  grid: { line: { stroke: "var(--line)", strokeWidth: 1 } },
};
