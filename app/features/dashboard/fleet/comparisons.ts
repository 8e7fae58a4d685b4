import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { formatExact } from "~/lib/format-metric";
import { chartGrowth } from "./fleet-view";

/** What a chart's series says of itself: how its months compare, and which of its points is the largest. */

/**
 * A figure against the one before it: `+1,234 (+5.2%)`; without a percentage where the one before was nothing.
 */
export function changeText(value: number, before: number): string {
  const difference = value - before;
  if (difference === 0) return "no change";
  const sign = difference > 0 ? "+" : "-";
  const size = `${sign}${formatExact(Math.abs(difference))}`;
  if (before === 0) return size;
  return `${size} (${sign}${Math.abs((difference / before) * 100).toFixed(1)}%)`;
}

/** Each month against the one before it, and whether that is so far; null where the month before is not known. */
export function monthlyChanges(points: readonly ChartPoint[]): (string | null)[] {
  return points.map((point, index) => {
    const before = points[index - 1];
    if (!before || point.afterGap) return null;
    const change = changeText(point.value, before.value);
    return isRunning(points, index) ? `${change} so far` : change;
  });
}

/** The newest month against the one before it, in a sentence; null where there is only one. */
export function newestChange(points: readonly ChartPoint[]): string | null {
  const [before, newest] = points.slice(-2);
  if (!before || !newest) return null;
  const soFar = isRunning(points, points.length - 1) ? " so far" : "";
  const change = changeText(newest.value, before.value);
  return `${newest.label}${soFar}: ${change} on ${before.label}.`;
}

/** The newest month has not ended where the upstream highlights it; of any other nothing says so. */
function isRunning(points: readonly ChartPoint[], index: number): boolean {
  return index === points.length - 1 && points[index]?.highlight === true;
}

/**
 * A total's growth in words: the signed percentage, and the month that it is measured against. A rate that the
 * upstream states and that is not the one between the last two months says nothing of a month.
 *
 * @returns null where no growth is shown
 */
export function growthWords(chart: Chart): { growth: string; against: string } | null {
  const growth = chartGrowth(chart);
  if (growth === null) return null;
  const [before] = chart.points.slice(-2);
  const monthly = chartGrowth({ ...chart, growthRate: null });
  const against = before && growth === monthly ? `on ${before.label}` : "growth";
  return { growth, against };
}

/**
 * The largest points of a series in a sentence: `Busiest day: Wed with 348 active users.`
 *
 * @param what is the busiest: `day`
 * @param counted the word for a figure, of one and of many
 * @returns null where none stands out
 */
export function busiestText(
  points: readonly ChartPoint[],
  what: string,
  counted: { one: string; many: string },
): string | null {
  const most = Math.max(...points.map(({ value }) => value));
  const busiest = points.filter(({ value }) => value === most);
  const [first, ...others] = busiest.map(({ label }) => label);
  if (first === undefined || most === 0 || busiest.length === points.length) return null;
  const figure = `${formatExact(most)} ${most === 1 ? counted.one : counted.many}`;
  const last = others.pop();
  if (last === undefined) return `Busiest ${what}: ${first} with ${figure}.`;
  return `Busiest ${what}: ${[first, ...others].join(", ")} and ${last} with ${figure} each.`;
}
