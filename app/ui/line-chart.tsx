import { Line, type LineCustomSvgLayer } from "@nivo/line";
import { formatExact } from "~/lib/format-metric";
import { placed } from "~/ui/chart-axis";
import { chartFrame, type ChartFrameProps } from "./chart-frame";
import { ChartTooltip, PinnedTooltip } from "./chart-tooltip";

export interface LineChartProps extends ChartFrameProps {
  /** Fills the area under the line. */
  area?: boolean;
  /** Draws a dot at every point, a large one here. */
  highlight?: number | undefined;
  /** Keeps the highlighted point's tooltip open. */
  pinned?: boolean;
}

type Series = { id: string; data: { x: string; y: number }[] };

/** A line over labelled points, in the colour that its surroundings have as text colour. */
export function LineChart({ area, highlight, pinned, ...chart }: LineChartProps) {
  const { points, live } = chart;
  const { frame, scale } = chartFrame(chart, 5);
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
      {...frame}
      data={data}
      yScale={scale}
      curve="monotoneX"
      lineWidth={3}
      enablePoints={false}
      enableArea={area === true}
      areaOpacity={0.16}
      enableGridX={false}
      layers={["grid", "axes", "areas", "lines", Dots, "mesh"]}
      useMesh={live}
      enableCrosshair={false}
      tooltip={({ point }) => (
        <ChartTooltip
          text={text(point.indexInSeries)}
          x={point.x}
          right={frame.width - frame.margin.left}
        />
      )}
    />
  );
}
