import type { Chart, ChartPoint, Metrics } from "server/upstream/contracts/dashboard.server";
import { MONTHS } from "~/lib/format-day";
import { DASH, formatCount, formatExact, formatGrowth, formatMeasure } from "~/lib/format-metric";
import { dashboardUrl } from "../dashboard-url";

/** A figure of the instrument cluster, ready to be written. */
export interface Kpi {
  title: string;
  caption: string;
  /** `612,480`; the part that is read first. */
  main: string;
  /** `.317`; set back. */
  decimals: string;
  unit?: string | undefined;
  /** The figure to the thousandth, with its unit spelled out. */
  exact: string;
  /** Where the title leads, where a view shows what is counted. */
  to?: string;
}

/** The cards in their order. */
export function buildKpis(metrics: Metrics): Kpi[] {
  const { totalTrips, distanceCovered, totalBeats, totalHours } = metrics;
  return [
    {
      ...kpi("Total Trips", "Data Points Collected", formatCount(totalTrips), totalTrips),
      to: dashboardUrl({ tab: "trip" }),
    },
    kpi(
      "Distance Covered",
      "Kilometers Traveled",
      formatMeasure(distanceCovered),
      distanceCovered,
      {
        unit: "km",
        spoken: "kilometers",
      },
    ),
    kpi("Total Beats", "Beats Collected", formatMeasure(totalBeats), totalBeats),
    kpi("Total Hours", "Hours of activity", formatCount(totalHours), totalHours, {
      unit: "h",
      spoken: "hours",
    }),
  ];
}

function kpi(
  title: string,
  caption: string,
  shown: string,
  value: number | null,
  unit?: { unit: string | undefined; spoken: string },
): Kpi {
  const known = shown !== DASH;
  const [, main = shown, decimals = ""] = /^(.*?)(\.\d{3})?$/.exec(shown) ?? [];
  return {
    title,
    caption,
    main,
    decimals,
    unit: known ? unit?.unit : undefined,
    exact: known && unit ? `${formatExact(value)} ${unit.spoken}` : formatExact(value),
  };
}

/**
 * Growth as shown beside a chart: the upstream's rate, else computed from the last two points.
 *
 * @returns a signed percentage, or null where none can be computed (fewer than two points, or from zero)
 */
export function chartGrowth({ growthRate, points }: Chart): string | null {
  if (growthRate !== null) return formatGrowth(growthRate);
  const [before, last] = points.slice(-2);
  if (!before || !last || before.value === 0) return null;
  return formatGrowth(((last.value - before.value) / before.value) * 100);
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

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const BUCKETS = ["00", "04", "08", "12", "14", "16", "18"];

/** What is drawn for a chart without data: zeros over the usual labels. They are never told as figures. */
export const placeholders = {
  /** @param asOf epoch milliseconds; the six months end with that one */
  months(asOf: number): ChartPoint[] {
    const current = new Date(asOf).getUTCMonth();
    return [5, 4, 3, 2, 1, 0].map((back) => zero(MONTHS[(current + 12 - back) % 12] ?? ""));
  },
  weekdays: (): ChartPoint[] => WEEKDAYS.map(zero),
  buckets: (): ChartPoint[] => BUCKETS.map(zero),
};

function zero(label: string): ChartPoint {
  return { label, value: 0 };
}
