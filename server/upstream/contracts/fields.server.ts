import { z } from "zod";
import { screenText } from "../answer.server";

/** Schemas for single fields in every documented variant. */

/**
 * A field whose value is null where it is absent, of another type, or makes no sense (a negative count, infinity).
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | null => value ?? null)
    .catch(null);
}

/** The rows of a list that could be read, and how many rows the answer held. */
export interface Rows<T> {
  rows: T[];
  sent: number;
}

/**
 * A list; null counts as an empty one. Rows that are null or cannot be read are left out.
 *
 * @param most longer lists are refused, and so are lists in which no row can be read
 */
export function listOf<T extends object>(row: z.ZodType<T>, most: number) {
  return z
    .array(row.nullish().catch(undefined))
    .max(most)
    .nullable()
    .transform((stated, context): Rows<T> => {
      const rows = (stated ?? []).filter((value) => value !== null && value !== undefined);
      if (rows.length === 0 && stated?.includes(undefined)) {
        context.addIssue({ code: "custom", message: "has no row that can be read" });
      }
      return { rows, sent: stated?.length ?? 0 };
    });
}

export const SUCCESS = z.literal(true);

/** Schema of a whole answer in the core API's envelope, with its `data` as output. */
export function answerOf<T>(data: z.ZodType<T>) {
  return z.object({ success: SUCCESS, data }).transform((answer) => answer.data);
}

/** A text that is short enough to be parsed as a number or a time. */
const shortText = z.string().max(100, { abort: true }).trim();

const numericText = shortText
  .regex(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i, { abort: true })
  .transform(Number);

const withoutNegativeZero = (value: number) => value + 0;

/** A count or a quantity. */
export const mandatoryFigure = z
  .union([z.number().min(0), numericText.pipe(z.number().min(0))])
  .transform(withoutNegativeZero)
  .meta({ id: "KnownFigure" });

export const figure = optional(mandatoryFigure).meta({ id: "Figure" });

/** A signed percentage, with or without `%`. */
export const percentage = optional(
  z
    .union([
      z.number(),
      shortText
        .regex(/^[+-]?\d+(?:\.\d*)? ?%?$/, { abort: true })
        .transform((text) => Number(text.replace("%", ""))),
    ])
    .transform(withoutNegativeZero),
).meta({ id: "Percentage" });

/** A text with something readable in it, cut to the maximum length in characters, or a number converted to text. */
export const mandatoryText = (maxLength: number) =>
  z
    .union([z.string(), z.number()])
    .transform((value) => screenText(String(value), maxLength) ?? "")
    .pipe(z.string().min(1));

export const text = (maxLength: number) => optional(mandatoryText(maxLength));

/** A date, and the time of day with its offset from UTC, in the extended and the basic form of ISO 8601. */
const DATE = String.raw`(\d{4})-?(\d\d)-?(\d\d)`;
const CLOCK = String.raw`(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?`;
const ZONE = String.raw` ?(?:Z|UTC|([+-]\d\d)(?::?(\d\d)(?::?\d\d)?)?)`;
const ISO_8601 = new RegExp(`^${DATE}(?:[T ]${CLOCK}(?:${ZONE})?)?$`, "i");

/**
 * Parses a day, or a day with a time of day (UTC without an offset), in ISO 8601.
 *
 * @returns epoch milliseconds; null for a text of another form; NaN for a day or a time of day that does not exist
 */
export function isoTime(text: string): number | null {
  const parts = ISO_8601.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0"] = parts;
  const [offsetHour = "+00", offsetMinute = "00"] = parts.slice(8);
  // `Date.parse` converts 30 February to a day in March.
  if (new Date(`${year}-${month}-${day}`).getUTCDate() !== Number(day)) return NaN;
  const clock = `${hour}:${minute}:${second}.${fraction}`;
  return Date.parse(`${year}-${month}-${day}T${clock}${offsetHour}:${offsetMinute}`);
}

/**
 * A time in the formats of databases and programs, in epoch milliseconds. Times outside 1970 to 2100 are null: no trip or
 * deletion is older, and later times are sentinel values.
 */
export const instant = optional(
  z
    .union([z.number(), shortText.transform((value) => isoTime(value) ?? Number(value))])
    .pipe(z.number().min(1).lt(Date.UTC(2101))),
).meta({
  id: "Instant",
  description: "ISO 8601 (UTC without an offset), or milliseconds since 1970",
});
