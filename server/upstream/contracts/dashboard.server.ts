import { z } from "zod";
import {
  answerOf,
  figure,
  percentage,
  requiredFigure,
  requiredText,
  SUCCESS,
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

/** The answer of `/dashboard/metrics`. One that knows none of the four totals is none. */
export const metricsAnswer = answerOf(
  z
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
    ),
);

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

/**
 * A chart's whole answer. The points come as `data: {data: [...], growthRate?, totalActiveUsers?}` or as
 * `data: [...]` with those beside it.
 *
 * @param keys under which a point states its label and value
 */
export function chartAnswer(keys: { label: string; value: string }): z.ZodType<Chart> {
  const point = z
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
  const points = z.array(point).max(MAX_POINTS);

  const nested = z
    .object({ success: SUCCESS, data: z.object({ data: points, ...figuresBeside }) })
    .transform(({ data }) => data);
  const flat = z.object({ success: SUCCESS, data: points, ...figuresBeside });

  return z.union([nested, flat]).transform(({ data, growthRate, totalActiveUsers }): Chart => ({
    points: data,
    growthRate,
    total: totalActiveUsers,
  }));
}
