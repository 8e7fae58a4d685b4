import type { BarDatum, BarSvgProps } from "@nivo/bar";

const text = { fill: "var(--text-2)", fontFamily: "var(--mono)", fontSize: 13, fontWeight: 600 };

/** nivo's parts in the design's tokens: they follow day and night by themselves. */
export const chartTheme: BarSvgProps<BarDatum>["theme"] = {
  background: "transparent",
  text,
  axis: {
    ticks: { text, line: { stroke: "var(--edge)", strokeWidth: 1 } },
    domain: { line: { stroke: "none" } },
  },
  grid: { line: { stroke: "var(--line)", strokeWidth: 1 } },
};
