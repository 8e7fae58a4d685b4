import { Bar, BarItem, type BarDatum, type BarItemProps } from "@nivo/bar";
import { formatExact } from "~/lib/format-metric";
import {
  chartTheme,
  countAxis,
  labelAxis,
  placed,
  valueTicks,
  withAxisWidth,
  type ChartPoint,
} from "~/ui/chart-axis";
import { chartMargin, type ChartSize } from "./chart-size";
import { ChartTooltip } from "./chart-tooltip";

export interface BarChartProps {
  points: readonly ChartPoint[];
  size: ChartSize;
  live: boolean;
  /** Name of the series. */
  series: string;
  /** Follows the figure in the tooltip (`312 Active`). */
  tooltipWord: string;
}

/** Bars over labelled points, in the colour that its surroundings have as text colour. */
export function BarChart({ points, size: available, live, series, tooltipWord }: BarChartProps) {
  const ticks = valueTicks(Math.max(0, ...points.map((point) => point.value)));
  const size = withAxisWidth(available, ticks);
  const data: BarDatum[] = placed(points).map(({ place, value }) => ({ place, [series]: value }));
  return (
    <Bar
      data={data}
      indexBy="place"
      keys={[series]}
      width={size.width}
      height={size.height}
      margin={chartMargin(size)}
      theme={chartTheme}
      padding={0.4}
      valueScale={{ type: "linear", min: 0, max: ticks.at(-1) ?? "auto" }}
      colors={["currentColor"]}
      enableGridY
      gridYValues={ticks}
      axisLeft={countAxis(ticks)}
      axisBottom={labelAxis(points, size, 0)}
      enableLabel={false}
      barComponent={FadingBar}
      isInteractive={live}
      renderWrapper={live}
      // Not only for calm: an animation starts at width 0, and there the server would leave the bars.
      animate={false}
      role="presentation"
      tooltip={({ value }) => <ChartTooltip text={`${formatExact(value)} ${tooltipWord}`} />}
    />
  );
}

/** While the pointer is on a bar, the others step back. */
function FadingBar(props: BarItemProps<BarDatum>) {
  return (
    <g className="beside-hovered-bar:opacity-55" data-bar>
      <BarItem {...props} />
    </g>
  );
}
