import type { PartialTheme } from "@nivo/theming";

/** nivo's parts in the design's tokens: they follow day and night by themselves. Ticks are chart-tick.tsx. */
export const chartTheme: PartialTheme = {
  background: "transparent",
  axis: { domain: { line: { stroke: "none" } } },
  grid: { line: { stroke: "var(--line)", strokeWidth: 1 } },
};
