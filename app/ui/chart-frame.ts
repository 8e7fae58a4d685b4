import {
  chartTheme,
  countAxis,
  labelAxis,
  valueTicks,
  withAxisWidth,
  type ChartPoint,
} from "~/ui/chart-axis";
import { chartMargin, type ChartSize } from "./chart-size";

/** What every chart of labelled points is given. */
export interface ChartFrameProps {
  points: readonly ChartPoint[];
  size: ChartSize;
  live: boolean;
}

/**
 * What nivo draws around every chart: room, axes and grid.
 *
 * @param tickSize of the labels' axis
 * @returns `frame`: of any chart; `scale`: of the values
 */
export function chartFrame({ points, size: available, live }: ChartFrameProps, tickSize: number) {
  const ticks = valueTicks(Math.max(0, ...points.map((point) => point.value)));
  const size = withAxisWidth(available, ticks);
  const frame = {
    width: size.width,
    height: size.height,
    margin: chartMargin(size),
    theme: chartTheme,
    colors: ["currentColor"],
    gridYValues: ticks,
    axisLeft: countAxis(ticks),
    axisBottom: labelAxis(points, size, tickSize),
    isInteractive: live,
    renderWrapper: live,
    // Figures that have been updated would move at every change.
    animate: false,
    role: "presentation",
  };
  return { frame, scale: { type: "linear", min: 0, max: ticks.at(-1) ?? "auto" } as const };
}
