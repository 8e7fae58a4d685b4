import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { MONTHS } from "~/lib/format-day";
import { formatExact, formatGrowth } from "~/lib/format-metric";

/** Texts about a chart's series: monthly changes, growth, largest points and range. */

/** Change from `before` to `value`: `+1,234 (+5.2%)`, without a percentage if `before` is 0. */
export function changeText(value: number, before: number): string {
  const difference = value - before;
  if (difference === 0) return "no change";
  const sign = difference > 0 ? "+" : "-";
  const size = `${sign}${formatExact(Math.abs(difference))}`;
  if (before === 0) return size;
  return `${size} (${sign}${Math.abs((difference / before) * 100).toFixed(1)}%)`;
}

/** Change of each month, marked if the month is incomplete; null if the month before is unknown. */
export function monthlyChanges(points: readonly ChartPoint[]): (string | null)[] {
  return points.map((point, index) => {
    const before = points[index - 1];
    if (!before || point.afterGap) return null;
    const change = changeText(point.value, before.value);
    return isRunning(points, index) ? `${change} so far` : change;
  });
}

/** Sentence about the newest month's change; null with fewer than two months. */
export function newestChange(points: readonly ChartPoint[]): string | null {
  const [before, newest] = points.slice(-2);
  if (!before || !newest) return null;
  const soFar = isRunning(points, points.length - 1) ? " so far" : "";
  const change = changeText(newest.value, before.value);
  return `${newest.label}${soFar}: ${change} on ${before.label}.`;
}

/** Whether a month is incomplete: only the newest can be, and then the upstream highlights it. */
function isRunning(points: readonly ChartPoint[], index: number): boolean {
  return index === points.length - 1 && points[index]?.highlight === true;
}

/**
 * A total's growth as a signed percentage, and the month it refers to. If the upstream's rate is
 * not the change between the last two months, the text names no month.
 *
 * @returns null if no growth is shown
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
 * Growth shown beside a chart: the upstream's rate, or else computed from the last two points.
 *
 * @returns a signed percentage; null with fewer than two points or if the last but one is 0
 */
function chartGrowth({ growthRate, points }: Chart): string | null {
  if (growthRate !== null) return formatGrowth(growthRate);
  const [before, last] = points.slice(-2);
  if (!before || !last || before.value === 0) return null;
  return formatGrowth(((last.value - before.value) / before.value) * 100);
}

/**
 * Sentence about the largest points of a series: `Busiest day: Wed with 348 active users.`
 *
 * @param what name of a point, as in `day`
 * @param noun what is counted, in singular and plural
 * @returns null without points or if all are equal
 */
export function busiestText(
  points: readonly ChartPoint[],
  what: string,
  noun: { one: string; many: string },
): string | null {
  const largest = Math.max(...points.map(({ value }) => value));
  const busiest = points.filter(({ value }) => value === largest);
  const [first, ...others] = busiest.map(({ label }) => label);
  if (first === undefined || largest === 0 || busiest.length === points.length) return null;
  const figure = `${formatExact(largest)} ${largest === 1 ? noun.one : noun.many}`;
  const last = others.pop();
  if (last === undefined) return `Busiest ${what}: ${first} with ${figure}.`;
  return `Busiest ${what}: ${[first, ...others].join(", ")} and ${last} with ${figure} each.`;
}

/** Index of the point to emphasize: the last highlighted point, or else the newest. */
export function highlightedIndex(points: readonly ChartPoint[]): number {
  const highlighted = points.findLastIndex((point) => point.highlight);
  return highlighted === -1 ? points.length - 1 : highlighted;
}

/**
 * Accessible name of a chart: what it shows, with its first and last figure.
 *
 * @param points measured points, no placeholders
 */
export function chartLabel(what: string, points: readonly ChartPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return `${what}, no figures`;
  const figure = (point: ChartPoint) => `${point.label} ${formatExact(point.value)}`;
  return `${what}, from ${figure(first)} to ${figure(last)}`;
}

/** Names of six months, the last of which contains `time`. @param time epoch milliseconds */
export function monthsUpTo(time: number): string[] {
  const current = new Date(time).getUTCMonth();
  return [5, 4, 3, 2, 1, 0].map((back) => MONTHS[(current + 12 - back) % 12] ?? "");
}
