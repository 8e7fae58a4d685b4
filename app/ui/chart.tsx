import { ResponsiveBar, type BarDatum } from "@nivo/bar";
import { ResponsiveLine, type LineCustomSvgLayerProps } from "@nivo/line";
import type { ComponentProps } from "react";
import { formatCount, formatExact } from "~/lib/format-metric";
import type { ChartPoint } from "./chart-table";

export interface ChartProps {
  /** An area is a line above a filled area. */
  kind: "line" | "area" | "bars";
  points: readonly ChartPoint[];
  /** Index of a line's point with a large dot; all other points get small dots. Left out: no dots. */
  highlight?: number | undefined;
  /** Whether the highlighted point's tooltip stays open. */
  pinned: boolean;
  /** Whether the points are placeholders, which have no tooltips. */
  empty: boolean;
}

/** A line or bar chart as large as its container, in the text colour of its parent. Only this module needs nivo. */
export default function Chart(props: ChartProps) {
  return props.kind === "bars" ? <BarChart {...props} /> : <LineChart {...props} />;
}

/** nivo's theme in design tokens, which follow the day and night themes through CSS. */
const theme: NonNullable<ComponentProps<typeof ResponsiveLine>["theme"]> = {
  text: {
    fill: "var(--color-ink-2)",
    fontFamily: "var(--font-mono)",
    fontSize: "var(--text-13)",
    fontWeight: 600,
  },
  axis: { ticks: { line: { stroke: "var(--color-edge)" } } },
  grid: { line: { stroke: "var(--color-line)" } },
};

/** Width in pixels of one character of the axes, and of a row of labels in the narrowest window. */
const CHARACTER_WIDTH = 8;
const LABELS_WIDTH = 280;

/** Number of parts of a value axis. */
const PARTS = 5;

/** Options of both kinds of chart. A point's key is its index, because labels may repeat. */
function chartOptions({ kind, points, highlight, empty }: ChartProps) {
  const longest = Math.max(1, ...points.map(({ label }) => label.length));
  const every = Math.ceil((points.length * (longest + 1) * CHARACTER_WIDTH) / LABELS_WIDTH);
  const last = points.length - 1;
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0));
  // An axis that ends before four would count in fractions. The tooltip of a highlighted point has room above it.
  const max = Math.max(4, highlight === undefined ? largest : 1.25 * largest);
  // Room for the longest number at the axis: a tick such as `200K` may be longer than the largest value.
  const left = 16 + CHARACTER_WIDTH * Math.max(4, formatCount(largest).length);
  const tickSize = kind === "bars" ? 0 : 5;
  const options = {
    margin: { top: 18, right: 18, bottom: 34, left },
    theme,
    colors: ["currentColor"],
    gridYValues: PARTS,
    axisLeft: { tickSize: 0, tickPadding: 12, tickValues: PARTS, format: formatCount },
    axisBottom: {
      tickSize,
      tickPadding: 12 - tickSize,
      tickValues: points.flatMap((_, index) => ((last - index) % every ? [] : [String(index)])),
      format: (key: string) => points[Number(key)]?.label ?? "",
    },
    isInteractive: !empty,
    // An animated chart would move at every update of its figures.
    animate: false,
    role: "presentation",
  };
  return { options, scale: { type: "linear", min: 0, max, nice: PARTS } as const };
}

interface Datum {
  x: string;
  y: number | null;
  text: string;
  /** Place from the left side of the chart (0) to its right side (1). */
  place: number;
}

type Series = { id: string; data: Datum[] };

function LineChart(props: ChartProps) {
  const { points, kind, highlight } = props;
  const pinned = props.pinned && !props.empty;
  const { options, scale } = chartOptions(props);
  const data = points.map(({ label, value }, index): Datum => {
    const text = `${label} · ${formatExact(value)}`;
    return { x: String(index), y: value, text, place: placeOf(index, points) };
  });
  const dots = (layer: LineCustomSvgLayerProps<Series>) =>
    highlight === undefined ? null : <Dots {...layer} {...{ highlight, pinned }} />;
  return (
    <ResponsiveLine<Series>
      {...options}
      data={[{ id: "figures", data }]}
      yScale={scale}
      curve="monotoneX"
      lineWidth={3}
      enablePoints={false}
      enableArea={kind === "area"}
      areaOpacity={0.16}
      enableGridX={false}
      layers={["grid", "axes", "areas", "lines", dots, "mesh", ViewBox]}
      useMesh
      enableCrosshair={false}
      tooltip={({ point: { data } }) => <Tooltip {...data} />}
    />
  );
}

function BarChart(props: ChartProps) {
  const { points } = props;
  const { options, scale } = chartOptions(props);
  const data = points.map(({ value }, index): BarDatum => ({
    x: String(index),
    ...(value !== null && { value }),
  }));
  return (
    <ResponsiveBar
      {...options}
      data={data}
      indexBy="x"
      padding={0.4}
      valueScale={scale}
      enableLabel={false}
      layers={["grid", "axes", "bars", ViewBox]}
      tooltip={({ value, index }) => (
        <Tooltip text={`${formatExact(value)} Active`} place={placeOf(index, points)} />
      )}
    />
  );
}

function placeOf(index: number, { length }: ChartProps["points"]): number {
  return length > 1 ? index / (length - 1) : 0.5;
}

/** Gives the drawing a view box, so that it shrinks on paper, which is not as wide as the window. */
function ViewBox() {
  const set = (layer: SVGGElement | null) => {
    const drawing = layer?.ownerSVGElement;
    const { width, height } = drawing ?? {};
    if (!width || !height) return;
    drawing?.setAttribute("viewBox", `0 0 ${width.baseVal.value} ${height.baseVal.value}`);
  };
  return <g ref={set} />;
}

type DotsProps = LineCustomSvgLayerProps<Series> & Pick<ChartProps, "highlight" | "pinned">;

/** A dot for each point; the highlighted one is large, with its tooltip while it is pinned. */
function Dots({ points, innerHeight, innerWidth, highlight, pinned }: DotsProps) {
  const large = points.find(({ data }) => data.x === String(highlight));
  const dot = { cx: large?.x, cy: large?.y, r: 8, fill: "currentColor" };
  return (
    <g>
      {points.map(({ id, x, y }) => (
        <circle key={id} cx={x} cy={y} r={3.5} fill="currentColor" />
      ))}
      {large && pinned && (
        <path className="stroke-edge" strokeDasharray="3 4" d={`M${large.x} 0V${innerHeight}`} />
      )}
      {large && <circle className="stroke-raised stroke-3" {...dot} />}
      {large && pinned && (
        // Above the point, or below it where the drawing ends.
        <foreignObject
          y={large.y < 38 ? large.y + 16 : large.y - 54}
          width={innerWidth}
          height={38}
        >
          <div className="flex">
            <i style={{ flexGrow: large.data.place }} />
            <p className={tip}>{large.data.text}</p>
            <i style={{ flexGrow: 1 - large.data.place }} />
          </div>
        </foreignObject>
      )}
    </g>
  );
}

const tip =
  "rounded-control bg-ink px-3.5 py-2 forced-colors:border " +
  "font-mono text-13/normal font-bold whitespace-nowrap text-ground";

/** The tooltip at the pointer. nivo centres a box without a width; the text around it ends where the chart ends. */
function Tooltip({ text, place }: Pick<Datum, "text" | "place">) {
  return (
    <div className="h-9 w-px">
      <p className={`w-max ${tip}`} style={{ translate: `${-100 * place}%` }}>
        {text}
      </p>
    </div>
  );
}
