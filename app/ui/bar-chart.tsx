import { Bar, BarItem, type BarDatum, type BarItemProps } from "@nivo/bar";
import { formatExact } from "~/lib/format-metric";
import { placed } from "~/ui/chart-axis";
import { chartFrame, type ChartFrameProps } from "./chart-frame";
import { ChartTooltip } from "./chart-tooltip";

export interface BarChartProps extends ChartFrameProps {
  /** Name of the series. */
  series: string;
  /** Follows the figure in the tooltip (`312 Active`). */
  tooltipWord: string;
}

/** Bars over labelled points, in the colour that its surroundings have as text colour. */
export function BarChart({ series, tooltipWord, ...chart }: BarChartProps) {
  const { frame, scale } = chartFrame(chart, 0);
  const data: BarDatum[] = placed(chart.points).map(({ place, value }) => ({
    place,
    [series]: value,
  }));
  const right = frame.width - frame.margin.left;
  return (
    <Bar
      {...frame}
      data={data}
      indexBy="place"
      keys={[series]}
      padding={0.4}
      valueScale={scale}
      enableGridY
      enableLabel={false}
      barComponent={FadingBar}
      tooltip={({ value, index }) => (
        <ChartTooltip
          text={`${formatExact(value)} ${tooltipWord}`}
          // It follows the pointer, as far as the bar's right side.
          x={((index + 1) / data.length) * (right - frame.margin.right)}
          right={right}
        />
      )}
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
