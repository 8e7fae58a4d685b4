import { ResponsiveWrapper } from "@nivo/core";
import { BarChart, type BarChartProps } from "./bar-chart";
import { chartSize, type ChartSize } from "./chart-size";
import { LineChart, type LineChartProps } from "./line-chart";

interface ChartFrame {
  size: ChartSize;
  /** Answers to the pointer. */
  live: boolean;
}

export interface ChartProps {
  content: ChartContent;
  live: boolean;
}

/** What a chart shows, and how. */
export type ChartContent =
  | ({ kind: "line" } & Omit<LineChartProps, keyof ChartFrame>)
  | ({ kind: "bars" } & Omit<BarChartProps, keyof ChartFrame>);

/** A chart of either kind, as wide as its container: all that nivo is needed for, so that it is fetched as one. */
export function Chart({ content, live }: ChartProps) {
  return (
    <div className="size-full print:overflow-clip">
      <ResponsiveWrapper>
        {({ width }) => {
          const frame = { live, size: chartSize(Math.floor(width)) };
          return content.kind === "line" ? (
            <LineChart {...frame} {...content} />
          ) : (
            <BarChart {...frame} {...content} />
          );
        }}
      </ResponsiveWrapper>
    </div>
  );
}
