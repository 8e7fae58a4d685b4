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

/** The clean shapes that the rest of the product uses and stores, whatever variant an upstream answered with. */

const nullableNumber = z.number().nullable();

/** Fleet totals. A figure the upstream does not know is null and shown as a dash. */
const metricsShape = z.object({
  totalTrips: nullableNumber,
  /** Kilometres. */
  distanceCovered: nullableNumber,
  totalBeats: nullableNumber,
  totalHours: nullableNumber,
  totalUsers: nullableNumber,
});

export type Metrics = z.infer<typeof metricsShape>;

const chartPointShape = z.object({
  /** Axis label: a month, a weekday or a time bucket. */
  label: z.string(),
  /** Null while unknown. */
  value: nullableNumber,
  /** Whether to highlight the point (the newest month). */
  highlight: z.boolean().optional(),
});

export type ChartPoint = z.infer<typeof chartPointShape>;

const chartShape = z.object({
  points: z.array(chartPointShape),
  /** Percent, as the upstream states it; null when the answer has none. */
  growthRate: nullableNumber,
  /** `totalActiveUsers` of the answer; null when it has none. */
  total: nullableNumber,
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

/** The answer of `/dashboard/metrics`. An answer without any of the four totals is invalid. */
export const metricsAnswer = answerOf(totals);

/** The answer of `/dashboard/metrics` with unparsed totals, for {@link metricsOf}; null when the answer has no data. */
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
 * Parses the totals.
 *
 * @param onUnusable called for each total that is present and cannot be used
 * @returns null when a total has the wrong type, or no total is known
 */
export function metricsOf(
  stated: z.infer<typeof unreadMetricsAnswer>,
  onUnusable: OnUnusable,
): Metrics | null {
  if (stated === null) return NO_TOTALS;
  const parsed = compiledTotals.safeParse(stated);
  if (!parsed.success) return null;
  for (const [name, total] of Object.entries(parsed.data)) {
    if (total === null && !isAbsent(stated[name])) onUnusable(name);
  }
  return parsed.data;
}

/** The user charts: path in the core API, description, and the keys of labels and values in its answer. */
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

/** The names of the charts in the order of the fleet tab. */
export const chartNames = Object.keys(userCharts) as ChartName[]; // the table has no other keys

/** Builds a record with a value for each chart. */
export function forEachChart<T>(make: (name: ChartName) => T): Record<ChartName, T> {
  const entries = chartNames.map((name) => [name, make(name)]);
  return Object.fromEntries(entries) as Record<ChartName, T>; // every name has one
}

const extraFigures = { growthRate: percentage, totalActiveUsers: figure.catch(null) };

/** The keys of the label and the value in a point of a chart's answer. */
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
      // These casts match the schemas of the two keys above.
      label: stated[keys.label] as string,
      value: stated[keys.value] as number,
      highlight: stated.highlight === true || undefined,
    }));
}

/** Schema of `data: {data: [...], growthRate?, totalActiveUsers?}`, or `data: [...]` with the figures beside it. */
function pointsAnswer<T>(points: z.ZodType<T>) {
  const nested = z
    .object({ success: SUCCESS, data: z.object({ data: points, ...extraFigures }) })
    .transform(({ data }) => data);
  const flat = z.object({ success: SUCCESS, data: points, ...extraFigures });
  return z.union([nested, flat]).transform(({ data, growthRate, totalActiveUsers }) => ({
    points: data,
    growthRate,
    total: totalActiveUsers,
  }));
}

/** Schema of a chart's whole answer. */
export function chartAnswer(keys: PointKeys) {
  return pointsAnswer(z.array(pointSchema(keys)).max(MAX_POINTS));
}

/** A chart's answer with unparsed points, for {@link chartReader}. Points are null when the answer has no data. */
export const unreadChartAnswer = pointsAnswer(z.array(z.unknown()).max(MAX_POINTS).nullable());

/**
 * Creates a parser of a chart's points. A point whose value is unknown or cannot be parsed keeps its place.
 *
 * @returns the parser, which reports unusable fields; its result is null when there are points and none can be parsed
 */
export function chartReader(keys: PointKeys) {
  const compiledPoint = z.compile(pointSchema(keys));
  const compiledLabel = z.compile(z.object({ [keys.label]: requiredText(MAX_LABEL_LENGTH) }));
  return (
    { points: stated, growthRate, total }: z.infer<typeof unreadChartAnswer>,
    onUnusable: OnUnusable,
  ): Chart | null => {
    const points: ChartPoint[] = [];
    let unreadable = 0;
    for (const point of stated ?? []) {
      const parsed = compiledPoint.safeParse(point);
      if (parsed.success) {
        points.push(parsed.data);
        continue;
      }
      const place = compiledLabel.safeParse(point);
      // The cast matches the schema of the label.
      if (place.success) points.push({ label: place.data[keys.label] as string, value: null });
      if (isEmpty(point, keys.value)) continue;
      unreadable += 1;
      refusedFields(parsed.error, "data").forEach(onUnusable);
    }
    if (points.some(({ value }) => value !== null)) return { points, growthRate, total };
    return unreadable > 0 ? null : { points: [], growthRate, total };
  };
}

function isEmpty(point: unknown, valueKey: string): boolean {
  if (typeof point !== "object" || point === null) return point === null;
  return (point as Record<string, unknown>)[valueKey] === null;
}
