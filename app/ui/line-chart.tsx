import { Line, type LineCustomSvgLayer } from "@nivo/line";
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
import { ChartTooltip, PinnedTooltip } from "./chart-tooltip";

export interface LineChartProps {
  points: readonly ChartPoint[];
  size: ChartSize;
  live: boolean;
  /** Fills the area under the line. */
  area?: boolean;
  /** Draws a dot at every point, a large one here. */
  highlight?: number | undefined;
  /** Keeps the highlighted point's tooltip open. */
  pinned?: boolean;
}

type Series = { id: string; data: { x: string; y: number }[] };

/** A line over labelled points, in the colour that its surroundings have as text colour. */
export function LineChart({
  points,
  size: available,
  live,
  area,
  highlight,
  pinned,
}: LineChartProps) {
  const ticks = valueTicks(Math.max(0, ...points.map((point) => point.value)));
  const size = withAxisWidth(available, ticks);
  const data: Series[] = [
    { id: "Users", data: placed(points).map(({ place, value }) => ({ x: place, y: value })) },
  ];
  const text = (index: number) => {
    const point = points[index];
    return point ? `${point.label} · ${formatExact(point.value)}` : "";
  };

  const Dots: LineCustomSvgLayer<Series> = ({ points: dots, innerHeight, innerWidth }) => {
    const stressed = highlight === undefined ? undefined : dots[highlight];
    return (
      <g>
        {highlight !== undefined &&
          dots.map((dot) => (
            <circle key={dot.id} cx={dot.x} cy={dot.y} r={3.5} fill="currentColor" />
          ))}
        {stressed && pinned && (
          <path
            className="stroke-edge"
            strokeDasharray="3 4"
            d={`M${stressed.x} 0V${innerHeight}`}
          />
        )}
        {stressed && (
          <circle
            className="stroke-raised stroke-3"
            cx={stressed.x}
            cy={stressed.y}
            r={8}
            fill="currentColor"
          />
        )}
        {stressed && pinned && (
          <PinnedTooltip
            x={stressed.x}
            y={stressed.y}
            right={innerWidth}
            text={text(stressed.indexInSeries)}
          />
        )}
      </g>
    );
  };

  return (
    <Line
      data={data}
      width={size.width}
      height={size.height}
      margin={chartMargin(size)}
      theme={chartTheme}
      colors={["currentColor"]}
      yScale={{ type: "linear", min: 0, max: ticks.at(-1) ?? "auto" }}
      curve="monotoneX"
      lineWidth={3}
      enablePoints={false}
      enableArea={area === true}
      areaOpacity={0.16}
      enableGridX={false}
      gridYValues={ticks}
      axisLeft={countAxis(ticks)}
      axisBottom={labelAxis(points, size, 5)}
      layers={["grid", "axes", "areas", "lines", Dots, "mesh"]}
      useMesh={live}
      isInteractive={live}
      enableCrosshair={false}
      renderWrapper={live}
      animate={false}
      role="presentation"
      tooltip={({ point }) => <ChartTooltip text={text(point.indexInSeries)} />}
    />
  );
}
