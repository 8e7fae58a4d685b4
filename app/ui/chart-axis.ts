import type { PartialTheme } from "@nivo/theming";
import { formatCount } from "~/lib/format-metric";
import type { ChartSize } from "./chart-size";

/** nivo's parts in the design's tokens: they follow day and night by themselves. */
export const chartTheme: PartialTheme = {
  background: "transparent",
  text: {
    fill: "var(--text-2)",
    fontFamily: "var(--mono)",
    fontSize: "var(--text-13)",
    fontWeight: 600,
  },
  axis: { domain: { line: { stroke: "none" } }, ticks: { line: { stroke: "var(--edge)" } } },
  grid: { line: { stroke: "var(--line)", strokeWidth: 1 } },
};

const CHARACTER_WIDTH = 8;

/** A point by its place, because labels may repeat (the same month of two years). */
export function placed(points: readonly ChartPoint[]) {
  return points.map((point, index) => ({ ...point, place: String(index) }));
}

/** Axis below: as many labels as fit, always with the newest. */
export function labelAxis(points: readonly ChartPoint[], size: ChartSize, tickSize: number) {
  const longest = Math.max(1, ...points.map((point) => point.label.length));
  const mostLabels = Math.max(
    1,
    Math.floor((size.width - size.axisWidth) / (longest * CHARACTER_WIDTH + 8)),
  );
  const every = Math.ceil(points.length / mostLabels);
  const places = points.map((_, index) => index);
  return {
    tickSize,
    tickPadding: 12 - tickSize,
    tickValues: places.filter((index) => (points.length - 1 - index) % every === 0).map(String),
    format: (place: string) => points[Number(place)]?.label ?? "",
  };
}

const TICK_PADDING = 12;

/** The same drawing with a wider value axis where its longest figure needs it. */
export function withAxisWidth(size: ChartSize, ticks: readonly number[]): ChartSize {
  const longest = Math.max(...ticks.map((tick) => formatCount(tick).length));
  const needed = Math.ceil(longest * CHARACTER_WIDTH) + TICK_PADDING;
  return { ...size, axisWidth: Math.max(size.axisWidth, needed) };
}

/** Axis on the left: abbreviated counts at the given ticks. */
export function countAxis(ticks: number[]) {
  return {
    tickSize: 0,
    tickPadding: TICK_PADDING,
    tickValues: ticks,
    format: (value: number) => formatCount(value),
  };
}

const STEPS = [1, 2, 2.5, 3, 4, 5, 7.5, 10];

/**
 * Tick values for a value axis that starts at zero: four equal steps of a round size, whole numbers
 * only, reaching the largest value.
 *
 * @param largest the largest value to draw; zero and less give 0 to 4
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

/** One labelled figure of a chart. */
export interface ChartPoint {
  label: string;
  value: number;
}
