import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
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

interface Datum {
  x: string;
  y: number;
  /** The text of the point's tooltip. */
  text: string;
  /** How it is drawn; null where the line alone shows it. */
  dot: "small" | "large" | "pinned" | null;
}

type Series = { id: string; data: Datum[] };

/** A line over labelled points, in the colour that its surroundings have as text colour. */
export function LineChart({ area, highlight, pinned, ...chart }: LineChartProps) {
  const { live } = chart;
  const { frame, scale } = chartFrame(chart, 5);
  const large = pinned ? "pinned" : "large";
  const data = placed(chart.points).map(({ place, label, value }, index): Datum => {
    const dot = highlight === undefined ? null : index === highlight ? large : "small";
    return { x: place, y: value, text: `${label} · ${formatExact(value)}`, dot };
  });
  return (
    <Line<Series>
      {...frame}
      data={[{ id: "Users", data }]}
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
        <ChartTooltip text={point.data.text} x={point.x} right={frame.width - frame.margin.left} />
      )}
    />
  );
}

function Dots({ points, innerHeight, innerWidth }: LineCustomSvgLayerProps<Series>) {
  const dots = points.filter(({ data }) => data.dot !== null);
  const stressed = dots.find(({ data }) => data.dot !== "small");
  const isPinned = stressed?.data.dot === "pinned";
  return (
    <g>
      {dots.map((dot) => (
        <circle key={dot.id} cx={dot.x} cy={dot.y} r={3.5} fill="currentColor" />
      ))}
      {isPinned && (
        <path className="stroke-edge" strokeDasharray="3 4" d={`M${stressed.x} 0V${innerHeight}`} />
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
      {isPinned && (
        <PinnedTooltip x={stressed.x} y={stressed.y} right={innerWidth} text={stressed.data.text} />
      )}
    </g>
  );
}
