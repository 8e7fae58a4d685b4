import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { MONTHS } from "~/lib/format-day";
import { formatExact, formatGrowth } from "~/lib/format-metric";

/** What a chart's series says of itself: how its months compare, which of its points is the largest, from where to where. */

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
 * Growth as shown beside a chart: the upstream's rate, else computed from the last two points.
 *
 * @returns a signed percentage, or null where none can be computed (fewer than two points, or from zero)
 */
function chartGrowth({ growthRate, points }: Chart): string | null {
  if (growthRate !== null) return formatGrowth(growthRate);
  const [before, last] = points.slice(-2);
  if (!before || !last || before.value === 0) return null;
  return formatGrowth(((last.value - before.value) / before.value) * 100);
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

/** The index of the point to stress: the highlighted one, else the newest. */
export function highlightedIndex(points: readonly ChartPoint[]): number {
  const marked = points.findLastIndex((point) => point.highlight);
  return marked === -1 ? points.length - 1 : marked;
}

/**
 * A sentence that stands for the drawing: what it shows, from where to where.
 *
 * @param points the measured ones, never placeholders
 */
export function chartLabel(what: string, points: readonly ChartPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return `${what}, no figures`;
  const figure = (point: ChartPoint) => `${point.label} ${formatExact(point.value)}`;
  return `${what}, from ${figure(first)} to ${figure(last)}`;
}

/** The six months that end with that of a moment. @param time epoch milliseconds */
export function monthsUpTo(time: number): string[] {
  const current = new Date(time).getUTCMonth();
  return [5, 4, 3, 2, 1, 0].map((back) => MONTHS[(current + 12 - back) % 12] ?? "");
}
