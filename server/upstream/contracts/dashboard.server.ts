import { z } from "zod";
import {
  answerOf,
  figure,
  isAbsent,
  percentage,
  refusedFields,
  requiredFigure,
  requiredText,
  SUCCESS,
  type OnUnusable,
} from "./readings.server";

/** The clean shapes that the rest of the product sees and stores, whatever variant an upstream answered with. */

const known = z.number().nullable();

/** Fleet totals. A figure the upstream does not know is null and shown as a dash. */
export const metricsShape = z.object({
  totalTrips: known,
  /** Kilometres. */
  distanceCovered: known,
  totalBeats: known,
  totalHours: known,
  totalUsers: known,
});

export type Metrics = z.infer<typeof metricsShape>;

const chartPointShape = z.object({
  /** Axis label: a month, a weekday or a time bucket. */
  label: z.string(),
  value: z.number(),
  /** The point to stress (the newest month). */
  highlight: z.boolean().optional(),
  /** Points between the one before and this one are not known. */
  afterGap: z.boolean().optional(),
});

export type ChartPoint = z.infer<typeof chartPointShape>;

export const chartShape = z.object({
  points: z.array(chartPointShape),
  /** Percent, as the upstream states it; null when it states none. */
  growthRate: known,
  /** `totalActiveUsers`, when stated. */
  total: known,
});

export type Chart = z.infer<typeof chartShape>;

/** Labels are months, weekdays and time buckets. */
const MAX_LABEL_LENGTH = 40;
const MAX_POINTS = 400;

const totals = z
  .object({
    totalTrips: figure,
    distanceCovered: figure,
    totalBeats: figure,
    totalHours: figure,
    totalUsers: figure.catch(null),
  })
  .meta({ required: ["totalTrips", "distanceCovered", "totalBeats", "totalHours"] })
  .refine(
    ({ totalTrips, distanceCovered, totalBeats, totalHours }) =>
      [totalTrips, distanceCovered, totalBeats, totalHours].some((total) => total !== null),
    "has no totals",
  );

/** The answer of `/dashboard/metrics`. One that knows none of the four totals is none. */
export const metricsAnswer = answerOf(totals);

/** The same with its totals as they came; they are read by {@link metricsOf}. Null stands for nothing. */
export const unreadMetricsAnswer = answerOf(z.record(z.string(), z.unknown()).nullable());

const compiledTotals = z.compile(totals);

const NO_TOTALS: Metrics = {
  totalTrips: null,
  distanceCovered: null,
  totalBeats: null,
  totalHours: null,
  totalUsers: null,
};

/**
 * Reads the totals.
 *
 * @param onUnusable told of each total that is stated and not known all the same
 * @returns null when one is of another kind, or none is known
 */
export function metricsOf(
  stated: z.infer<typeof unreadMetricsAnswer>,
  onUnusable: OnUnusable,
): Metrics | null {
  if (stated === null) return NO_TOTALS;
  const read = compiledTotals.safeParse(stated);
  if (!read.success) return null;
  for (const [name, total] of Object.entries(read.data)) {
    if (total === null && !isAbsent(stated[name])) onUnusable(name);
  }
  return read.data;
}

/** The user charts: where the core API has each, what it is, and under which keys it states labels and values. */
export const userCharts = {
  totalUsers: {
    path: "/dashboard/users/total",
    about: "Users up to the end of each month",
    label: "month",
    value: "users",
  },
  monthlyUsers: {
    path: "/dashboard/users/monthly",
    about: "Active users of each month; the newest is highlighted",
    label: "month",
    value: "users",
  },
  weeklyUsers: {
    path: "/dashboard/users/weekly",
    about: "Active users of each weekday",
    label: "day",
    value: "active",
  },
  dailyUsers: {
    path: "/dashboard/users/daily",
    about: "Trips of each time of the day",
    label: "time",
    value: "trips",
  },
} as const;

export type ChartName = keyof typeof userCharts;

/** In the order of the fleet tab. */
export const chartNames = Object.keys(userCharts) as ChartName[]; // the table has no other keys

/** Makes one of something for each chart. */
export function forEachChart<T>(make: (name: ChartName) => T): Record<ChartName, T> {
  const made = chartNames.map((name) => [name, make(name)]);
  return Object.fromEntries(made) as Record<ChartName, T>; // every name has one
}

const figuresBeside = { growthRate: percentage, totalActiveUsers: figure.catch(null) };

/** The keys under which a chart's point states its label and value. */
interface PointKeys {
  label: string;
  value: string;
}

function pointSchema(keys: PointKeys) {
  return z
    .object({
      [keys.label]: requiredText(MAX_LABEL_LENGTH),
      [keys.value]: requiredFigure,
      highlight: z
        .unknown()
        .optional()
        .meta({ type: ["boolean", "null"] }),
    })
    .transform((stated): ChartPoint => ({
      // The two keys above are read as these.
      label: stated[keys.label] as string,
      value: stated[keys.value] as number,
      highlight: stated.highlight === true || undefined,
    }));
}

/** `data: {data: [...], growthRate?, totalActiveUsers?}`, or `data: [...]` with those beside it. */
function pointsAnswer<T>(points: z.ZodType<T>) {
  const nested = z
    .object({ success: SUCCESS, data: z.object({ data: points, ...figuresBeside }) })
    .transform(({ data }) => data);
  const flat = z.object({ success: SUCCESS, data: points, ...figuresBeside });
  return z.union([nested, flat]).transform(({ data, growthRate, totalActiveUsers }) => ({
    points: data,
    growthRate,
    total: totalActiveUsers,
  }));
}

/** A chart's whole answer. */
export function chartAnswer(keys: PointKeys) {
  return pointsAnswer(z.array(pointSchema(keys)).max(MAX_POINTS));
}

/** The same with its points as they came; they are read by a {@link chartReader}. Null stands for nothing. */
export const unreadChartAnswer = pointsAnswer(z.array(z.unknown()).max(MAX_POINTS).nullable());

/**
 * Reads the points of a chart. A point without a figure is left out, and so is one that cannot be read.
 *
 * @returns a function, told each field of a point that cannot be read; null when there are points and none can be
 */
export function chartReader(keys: PointKeys) {
  const compiledPoint = z.compile(pointSchema(keys));
  return (
    { points: stated, growthRate, total }: z.infer<typeof unreadChartAnswer>,
    onUnusable: OnUnusable,
  ): Chart | null => {
    const points: ChartPoint[] = [];
    let unread = 0;
    let afterGap = false;
    for (const point of stated ?? []) {
      const read = compiledPoint.safeParse(point);
      if (read.success) {
        points.push(afterGap ? { ...read.data, afterGap } : read.data);
        afterGap = false;
        continue;
      }
      afterGap = points.length > 0;
      if (isEmpty(point, keys.value)) continue;
      unread += 1;
      refusedFields(read.error, "data").forEach(onUnusable);
    }
    return points.length === 0 && unread > 0 ? null : { points, growthRate, total };
  };
}

function isEmpty(point: unknown, valueKey: string): boolean {
  if (typeof point !== "object" || point === null) return point === null;
  return (point as Record<string, unknown>)[valueKey] === null;
}
