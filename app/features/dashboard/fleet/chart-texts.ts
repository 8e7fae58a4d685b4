import type { Chart, ChartPoint } from "server/upstream/contracts/dashboard.server";
import { MONTHS } from "~/lib/format-day";
import { formatExact, formatGrowth } from "~/lib/format-metric";

/** Texts about a chart's series: growth, the running month and range. */

/**
 * Growth shown beside a chart: the upstream's rate, or else computed from the last two points.
 *
 * @returns a signed percentage; null without two known points or if the last but one is 0
 */
export function chartGrowth({ growthRate, points }: Chart): string | null {
  if (growthRate !== null) return formatGrowth(growthRate);
  const [before, last] = points.slice(-2).map(({ value }) => value);
  return before && typeof last === "number" ? formatGrowth(((last - before) / before) * 100) : null;
}

/**
 * Marks the newest month while it runs: `Aug so far`. A month that the upstream highlights may have ended.
 *
 * @param points labelled as `Aug`, `August` or `Aug 2025`
 * @param time when the figures were fetched, epoch milliseconds
 */
export function markRunningMonth(points: readonly ChartPoint[], time: number): ChartPoint[] {
  return points.map((point, index) =>
    index === points.length - 1 && isMonthOf(point.label, new Date(time))
      ? { ...point, label: `${point.label} so far` }
      : point,
  );
}

function isMonthOf(label: string, date: Date): boolean {
  const [, month = "", year] = /^([a-z]{3})[a-z]*[ .,]*(\d{4})?$/i.exec(label.trim()) ?? [];
  return (
    month.toLowerCase() === MONTHS[date.getUTCMonth()]?.toLowerCase() &&
    (year === undefined || Number(year) === date.getUTCFullYear())
  );
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
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return `${what}, no figures`;
  const figure = ({ label, value }: ChartPoint) => `${label} ${formatExact(value)}`;
  return `${what}, from ${figure(first)} to ${figure(last)}`;
}

/** Names of six months, the last of which contains `time`. @param time epoch milliseconds */
export function monthsUpTo(time: number): string[] {
  const current = new Date(time).getUTCMonth();
  return [5, 4, 3, 2, 1, 0].map((back) => MONTHS[(current + 12 - back) % 12] ?? "");
}
