import { Bar, BarItem, type BarDatum, type BarItemProps } from "@nivo/bar";
import { ResponsiveWrapper } from "@nivo/core";
import { Line, type LineCustomSvgLayerProps } from "@nivo/line";
import { startTransition, useCallback, useState, type ReactNode } from "react";
import { formatExact } from "~/lib/format-metric";
import { chartFrame, placed, type ChartFrameProps } from "./chart-frame";

export type ChartContent =
  | ({ kind: "line" } & Omit<LineChartProps, "width" | "live">)
  | ({ kind: "bars" } & Omit<BarChartProps, "width" | "live">);

export interface ChartProps {
  content: ChartContent;
  /** Whether the chart reacts to the pointer. */
  live: boolean;
  /** Rendered in place of the chart until nivo has drawn it. */
  waiting: ReactNode;
}

/**
 * A line or bar chart, as wide as its container. Both kinds are one module, so that all code that needs nivo is fetched
 * at once. The first drawing is a transition, so that the page stays responsive: nivo itself would draw in one task.
 */
export function Chart({ content, live, waiting }: ChartProps) {
  const [isDrawn, setDrawn] = useState(false);
  const draw = useCallback(() => startTransition(() => setDrawn(true)), []);
  return (
    <div className="size-full print:overflow-clip">
      <ResponsiveWrapper onResize={draw}>
        {({ width }) => {
          if (!isDrawn) return <>{waiting}</>;
          const frame = { live, width: Math.floor(width) };
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

interface LineChartProps extends ChartFrameProps {
  area?: boolean;
  /** Index of the point with a large dot; all other points get small dots. Left out: no dots. */
  highlight?: number | undefined;
  /** Keeps the highlighted point's tooltip open. */
  pinned?: boolean;
}

interface Datum {
  x: string;
  y: number;
  /** The text of the point's tooltip. */
  text: string;
  /** Size of the point's dot; null for no dot. */
  dot: "small" | "large" | "pinned" | null;
}

type Series = { id: string; data: Datum[] };

/** A line over labelled points, in the text colour of its parent. */
function LineChart({ area, highlight, pinned, ...chart }: LineChartProps) {
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

interface BarChartProps extends ChartFrameProps {
  /** Name of the series. */
  series: string;
  /** Word after the figure in the tooltip (`312 Active`). */
  tooltipWord: string;
}

/** Bars over labelled points, in the text colour of their parent. */
function BarChart({ series, tooltipWord, ...chart }: BarChartProps) {
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
          // The tooltip follows the pointer up to the right side of the bar.
          x={((index + 1) / data.length) * (right - frame.margin.right)}
          right={right}
        />
      )}
    />
  );
}

/** A bar that fades while the pointer is on another bar. */
function FadingBar(props: BarItemProps<BarDatum>) {
  return (
    <g className="beside-hovered-bar:opacity-55" data-bar>
      <BarItem {...props} />
    </g>
  );
}

interface ChartTooltipProps {
  text: string;
  /** The tooltip's centre, and the right edge that it must not cross, in the same pixels. */
  x: number;
  right: number;
}

/** The tooltip that follows the pointer over a chart. */
function ChartTooltip({ text, x, right }: ChartTooltipProps) {
  const over = Math.max(0, x + widthOf(text) / 2 - right);
  return (
    // A negative margin of twice the overflow, because nivo centres the tooltip by its measured width.
    <div className={tip} style={{ marginLeft: -2 * over }}>
      {text}
    </div>
  );
}

const tip =
  "rounded-control bg-ink px-3.5 py-2 " +
  "font-mono text-13/normal font-bold whitespace-nowrap text-ground";

const HEIGHT = 38;
const PADDING = 14;
const CHARACTER_WIDTH = 8.2;

const widthOf = (text: string) => text.length * CHARACTER_WIDTH + 2 * PADDING;

interface PinnedTooltipProps {
  /** Position of the tooltip's point in the drawing, in pixels. */
  x: number;
  y: number;
  /** Right edge of the plot, which the tooltip must not cross. */
  right: number;
  text: string;
}

/** A tooltip as part of the drawing, which stays when the pointer is elsewhere. */
function PinnedTooltip({ x, y, right, text }: PinnedTooltipProps) {
  const width = widthOf(text);
  const left = Math.max(0, Math.min(x - width / 2, right - width));
  const above = y - HEIGHT - 16;
  const top = above >= -16 ? above : y + 16;
  return (
    <g transform={`translate(${left} ${top})`}>
      <rect className="fill-ink" width={width} height={HEIGHT} rx={4} />
      <text
        className="fill-ground font-mono text-13 font-bold"
        x={width / 2}
        y={24}
        textAnchor="middle"
      >
        {text}
      </text>
    </g>
  );
}
