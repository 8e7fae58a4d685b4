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
  /** Whether it answers to the pointer. */
  live: boolean;
  /** Stands in the place of the drawing until nivo has drawn it. */
  waiting: ReactNode;
}

/**
 * A chart of either kind, as wide as its container: all that nivo is needed for, so that it is fetched as one. It is
 * drawn first as a transition, in pieces between which the page answers: nivo draws what it has measured in one task.
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
  /** Follows the figure in the tooltip (`312 Active`). */
  tooltipWord: string;
}

/** Bars over labelled points, in the colour that its surroundings have as text colour. */
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
      // For the pointer alone: the table below has the same as links.
      onClick={({ index }) => {
        const to = chart.points[index]?.href;
        if (to !== undefined) location.assign(to);
      }}
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

interface ChartTooltipProps {
  text: string;
  /** Where its middle would be, and what it does not cross, in the same pixels. */
  x: number;
  right: number;
}

/** The label that follows the pointer over a chart. */
function ChartTooltip({ text, x, right }: ChartTooltipProps) {
  const over = Math.max(0, x + widthOf(text) / 2 - right);
  return (
    // Narrower by twice as much for nivo, which centres what it measures.
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
  /** The point it belongs to, in the drawing's pixels. */
  x: number;
  y: number;
  /** Right edge of the plot, which it does not cross. */
  right: number;
  text: string;
}

/** The same label as part of the drawing, which stays where the pointer is elsewhere. */
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
