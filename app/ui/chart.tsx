import { BarChart, type BarChartProps } from "./bar-chart";
import type { ChartSize } from "./chart-size";
import { LineChart, type LineChartProps } from "./line-chart";

interface ChartFrame {
  size: ChartSize;
  /** Answers to the pointer. */
  live: boolean;
}

export interface ChartProps extends ChartFrame {
  content: ChartContent;
}

/** What a chart shows, and how. */
export type ChartContent =
  | ({ kind: "line" } & Omit<LineChartProps, keyof ChartFrame>)
  | ({ kind: "bars" } & Omit<BarChartProps, keyof ChartFrame>);

/** A chart of either kind: all that nivo is needed for, so that it is fetched as one. */
export function Chart({ content, ...frame }: ChartProps) {
  return content.kind === "line" ? (
    <LineChart {...frame} {...content} />
  ) : (
    <BarChart {...frame} {...content} />
  );
}
