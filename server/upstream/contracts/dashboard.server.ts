import { z } from "zod";
import {
  answerOf,
  figure,
  listOf,
  mandatoryFigure,
  mandatoryText,
  percentage,
  SUCCESS,
} from "./fields.server";

export interface ChartPoint {
  /** A month, a weekday or a time bucket. */
  label: string;
  /** Null while unknown. */
  value: number | null;
  /** Set for the newest month. */
  highlight?: boolean | undefined;
}

const MAX_LABEL_LENGTH = 40;
const MAX_POINTS = 400;

const totals = z
  .object({
    totalTrips: figure,
    /** Kilometres. */
    distanceCovered: figure,
    totalBeats: figure,
    totalHours: figure,
    totalUsers: figure,
  })
  .meta({ required: ["totalTrips", "distanceCovered", "totalBeats", "totalHours"] });

/** Fleet totals. A figure the upstream does not know is null and shown as a dash. */
export type Metrics = z.output<typeof totals>;

const hasTotals = ({ totalTrips, distanceCovered, totalBeats, totalHours }: Metrics) =>
  [totalTrips, distanceCovered, totalBeats, totalHours].some((total) => total !== null);

/** The answer of `/dashboard/metrics`. An answer without any of the four totals is invalid; one without data is not. */
export const metricsAnswer = answerOf(
  totals
    .refine(hasTotals, "has no totals")
    .nullable()
    .transform((stated) => stated ?? totals.parse({})),
);

/** The user charts: path in the core API, and the keys of labels and values in its answer. */
export const userCharts = {
  totalUsers: { path: "/dashboard/users/total", label: "month", value: "users" },
  monthlyUsers: { path: "/dashboard/users/monthly", label: "month", value: "users" },
  weeklyUsers: { path: "/dashboard/users/weekly", label: "day", value: "active" },
  dailyUsers: { path: "/dashboard/users/daily", label: "time", value: "trips" },
} as const;

export type ChartName = keyof typeof userCharts;

/** The names of the charts in the order of the fleet tab. */
export const chartNames = Object.keys(userCharts) as ChartName[]; // the table has no other keys

/** Builds a record with a value for each chart. */
export function forEachChart<T>(make: (name: ChartName) => T): Record<ChartName, T> {
  const entries = chartNames.map((name) => [name, make(name)]);
  return Object.fromEntries(entries) as Record<ChartName, T>; // every name has one
}

/** The keys of the label and the value in a point of a chart's answer. */
interface PointKeys {
  label: string;
  value: string;
}

/** A point of a chart, whose value is undefined if it cannot be read. */
function pointOf(keys: PointKeys) {
  const value = mandatoryFigure.nullish().catch(undefined);
  return z
    .object({
      [keys.label]: mandatoryText(MAX_LABEL_LENGTH),
      [keys.value]: value,
      highlight: z.boolean().nullish().catch(null),
    })
    .meta({ required: [keys.label, keys.value] })
    .transform((stated) => ({
      // These casts match the schemas of the two keys above.
      label: stated[keys.label] as string,
      value: stated[keys.value] as z.output<typeof value>,
      highlight: stated.highlight === true || undefined,
    }));
}

/** A chart's whole answer: `data: {data: [...], growthRate?, totalActiveUsers?}`, or `data: [...]` beside them. */
export function chartAnswer(keys: PointKeys) {
  const chart = z.object({
    data: listOf(pointOf(keys), MAX_POINTS),
    growthRate: percentage,
    totalActiveUsers: figure,
  });
  return z
    .union([answerOf(chart), chart.extend({ success: SUCCESS })])
    .transform(({ data, growthRate, totalActiveUsers: total }, context) => {
      // A point without a value keeps its place on the axis.
      const points = data.rows.map((point): ChartPoint => ({
        ...point,
        value: point.value ?? null,
      }));
      const isKnown = points.some(({ value }) => value !== null);
      if (!isKnown && data.rows.some(({ value }) => value === undefined)) {
        context.addIssue({ code: "custom", message: "has no value that can be read" });
      }
      return { points: isKnown ? points : [], growthRate, total };
    });
}

/** A chart. Its growth in percent and its total are null when the answer has none. */
export type Chart = z.output<ReturnType<typeof chartAnswer>>;
