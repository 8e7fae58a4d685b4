import type { PartialTheme } from "@nivo/theming";
import { formatCount } from "~/lib/format-metric";

export interface ChartPoint {
  label: string;
  value: number;
}

export interface ChartFrameProps {
  points: readonly ChartPoint[];
  /** Width of the chart in CSS pixels. */
  width: number;
  /** Whether the chart reacts to the pointer. */
  live: boolean;
}

/** nivo's theme in design tokens, which follow the day and night themes through CSS. */
const theme: PartialTheme = {
  background: "transparent",
  text: {
    fill: "var(--color-ink-2)",
    fontFamily: "var(--font-mono)",
    fontSize: "var(--text-13)",
    fontWeight: 600,
  },
  axis: { domain: { line: { stroke: "none" } }, ticks: { line: { stroke: "var(--color-edge)" } } },
  grid: { line: { stroke: "var(--color-line)", strokeWidth: 1 } },
};

/** Charts of at least this width have the wide layout. The style sheet's breakpoint is `chart`. */
const WIDE_FROM = 420;

const CHARACTER_WIDTH = 8;
const MARGIN_RIGHT = 18;
const MOST_MARGIN = 48;
const TICK_PADDING = 12;

/**
 * nivo's options for margins, axes and grid of every chart.
 *
 * @param tickSize length of the ticks on the label axis; 0 for bars
 * @returns `frame`: options of every chart; `scale`: options of the value scale
 */
export function chartFrame({ points, width, live }: ChartFrameProps, tickSize: number) {
  const wide = width >= WIDE_FROM;
  const ticks = valueTicks(Math.max(0, ...points.map((point) => point.value)));
  const longest = Math.max(...ticks.map((tick) => formatCount(tick).length));
  const left = Math.max(wide ? 60 : 42, Math.ceil(longest * CHARACTER_WIDTH) + TICK_PADDING);
  // The last label is centred below the last bar, or below the end of the line.
  const halfBar = tickSize === 0 ? (width - left) / (2 * points.length) : 0;
  const halfLabel = (axisLabel(points.at(-1)).length * CHARACTER_WIDTH) / 2;
  const right = Math.min(Math.max(MARGIN_RIGHT, Math.ceil(halfLabel - halfBar)), MOST_MARGIN);
  const frame = {
    width,
    height: wide ? 260 : 230,
    margin: { top: 18, right, bottom: 34, left },
    theme,
    colors: ["currentColor"],
    gridYValues: ticks,
    axisLeft: { tickSize: 0, tickPadding: TICK_PADDING, tickValues: ticks, format: formatCount },
    axisBottom: {
      tickSize,
      tickPadding: TICK_PADDING - tickSize,
      tickValues: labelledPlaces(points, width - left),
      format: (place: string) => axisLabel(points[Number(place)]),
    },
    isInteractive: live,
    renderWrapper: live,
    // An animated chart would move at every update of its figures.
    animate: false,
    role: "presentation",
  };
  return { frame, scale: { type: "linear", min: 0, max: ticks.at(-1) ?? "auto" } as const };
}

const axisLabel = (point?: ChartPoint) => point?.label ?? "";

/** Adds each point's index as its key, because labels may repeat (the same month of two years). */
export function placed(points: readonly ChartPoint[]) {
  return points.map((point, index) => ({ ...point, place: String(index) }));
}

/** Keys of the points whose labels fit into a width, always including the newest. */
function labelledPlaces(points: readonly ChartPoint[], width: number): string[] {
  const longest = Math.max(1, ...points.map((point) => axisLabel(point).length));
  const most = Math.max(1, Math.floor(width / (longest * CHARACTER_WIDTH + 8)));
  const every = Math.ceil(points.length / most);
  const places = points.map((_, index) => index);
  return places.filter((index) => (points.length - 1 - index) % every === 0).map(String);
}

const STEPS = [1, 2, 2.5, 3, 4, 5, 7.5, 10];

/**
 * Tick values of a value axis that starts at zero: four equal steps of a round whole number that reach
 * the largest value.
 *
 * @param largest the largest value of the chart; values up to 0 give the ticks 0 to 4
 */
export function valueTicks(largest: number): number[] {
  const needed = Math.max(1, largest / 4);
  const magnitude = 10 ** Math.floor(Math.log10(needed));
  const step = STEPS.map((factor) => factor * magnitude).find(
    (size) => size >= needed && Number.isInteger(size),
  );
  const size = step ?? Math.ceil(needed);
  return [0, 1, 2, 3, 4].map((index) => index * size);
}
