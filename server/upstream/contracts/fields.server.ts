import { z } from "zod";
import { screenText } from "../upstream-text.server";

/**
 * Schemas for single fields in every documented variant. A value that is absent, of another type, or makes no sense (a
 * negative count, infinity) is null: one bad field costs one dash. A mandatory field refuses such a value.
 *
 * Each schema carries the JSON Schema of the documented values, from which docs/upstream-apis.json is generated. A field
 * may accept more than the documented values, never less.
 */

/** A field's JSON Schema: its variants, and its name in the document if it is defined there once. */
interface Documented {
  id?: string;
  anyOf: Readonly<Record<string, unknown>>[];
}

/** An optional field. @param read null for a value that is absent or cannot be used */
export function field<T>({ anyOf, ...rest }: Documented, read: (value: unknown) => T | null) {
  const documented = { ...rest, anyOf: [...anyOf, { type: "null" }] };
  return z.unknown().optional().meta(documented).transform(read);
}

/** A mandatory field. @param read null for a value that is absent or cannot be used */
export function mandatory<T>(documented: Documented, read: (value: unknown) => T | null) {
  return z
    .unknown()
    .meta({ ...documented })
    .transform((value, context): T => {
      const result = read(value);
      if (result !== null) return result;
      context.addIssue({ code: "custom", message: "is missing or cannot be read" });
      return z.NEVER;
    });
}

const UNREADABLE = Symbol("unreadable");

/** The rows of a list that could be read, and how many rows the answer held. */
export interface Rows<T> {
  rows: T[];
  sent: number;
}

/**
 * A list; null counts as an empty one. Rows that are null or cannot be read are left out.
 *
 * @param row null for a row that holds nothing
 * @param most longer lists are refused, and so are lists in which no row can be read
 */
export function listOf<T>(row: z.ZodType<T | null>, most: number) {
  const tolerant = row
    .nullable()
    .transform((value): T | null | typeof UNREADABLE => value)
    .catch(UNREADABLE);
  return z
    .array(tolerant)
    .max(most)
    .nullable()
    .transform((stated, context): Rows<T> => {
      const rows: T[] = [];
      for (const value of stated ?? []) {
        if (value !== null && value !== UNREADABLE) rows.push(value);
      }
      if (rows.length === 0 && stated?.includes(UNREADABLE)) {
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

/** Longest text that is parsed as a number or a time. */
const MAX_VALUE_LENGTH = 100;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** The trimmed text; null for a text that is too long to be a value, and for anything that is not a string. */
function shortText(value: unknown): string | null {
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH ? value.trim() : null;
}

/** Parses a finite number or a numeric text. */
function numberFrom(value: unknown): number | null {
  const text = shortText(value);
  const number = text !== null && NUMERIC.test(text) ? Number(text) : value;
  // Adding 0 converts -0 to 0.
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : null;
}

const DECIMAL = String.raw`\d{1,15}(\.\d{1,15})?`;

/** The documented forms of a count or a quantity. */
export const FIGURES = [
  { type: "number", minimum: 0 },
  { type: "string", pattern: `^${DECIMAL}$` },
];

/** Parses a number or numeric text that is not negative. */
export function figureFrom(value: unknown): number | null {
  const number = numberFrom(value);
  return number !== null && number >= 0 ? number : null;
}

/** A count or a quantity. */
export const figure = field({ id: "Figure", anyOf: FIGURES }, figureFrom);

export const mandatoryFigure = mandatory({ id: "KnownFigure", anyOf: FIGURES }, figureFrom);

const aPercentage = {
  id: "Percentage",
  anyOf: [{ type: "number" }, { type: "string", pattern: `^[+-]?${DECIMAL} ?%?$` }],
};

/** A signed percentage, with or without `%`. */
export const percentage = field(aPercentage, (value) =>
  numberFrom(shortText(value)?.replace(/%$/, "") ?? value),
);

const aText = (maxLength: number, pattern?: { pattern: string }) => ({
  anyOf: [{ type: "string", maxLength, ...pattern }, { type: "number" }],
});

function textFrom(value: unknown, maxLength: number): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? screenText(value, maxLength) : null;
}

/** A text, cut to the maximum length in characters, or a number converted to text. */
export const text = (maxLength: number) =>
  field(aText(maxLength), (value) => textFrom(value, maxLength));

export const mandatoryText = (maxLength: number) =>
  mandatory(aText(maxLength, { pattern: String.raw`\S` }), (value) => textFrom(value, maxLength));

/** A date, and the time of day with its offset from UTC, in the extended and the basic form of ISO 8601. */
const DATE = String.raw`(\d{4})-?(\d\d)-?(\d\d)`;
const CLOCK = String.raw`(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?`;
const ZONE = String.raw` ?(?:Z|UTC|([+-]\d\d)(?::?(\d\d)(?::?\d\d)?)?)`;
const ISO_8601 = new RegExp(`^${DATE}(?:[T ]${CLOCK}(?:${ZONE})?)?$`, "i");

/** The most frequent form, on a day that every month has: `Date.parse` reads it alone. */
const COMPLETE_IN_UTC =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** Range of plausible times in epoch milliseconds. No trip or deletion is older; later times are sentinel values. */
const EARLIEST = 1;
const LATEST = Date.UTC(2101);

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?`;
const OFFSET = String.raw`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)`;
const DAY = String.raw`20\d\d-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)`;

/** JSON Schema of a time: ISO 8601, or epoch milliseconds as a number or text. */
const anInstant = {
  id: "Instant",
  anyOf: [
    { type: "string", pattern: `^${DAY}([T ]${TIME}${OFFSET}?)?$` },
    { type: "number", minimum: 1e12, maximum: LATEST - 1 },
    { type: "string", pattern: String.raw`^[1-3]\d{12}$` },
  ],
};

/**
 * Parses a time in the formats of databases and programs: ISO 8601 in the extended or the basic form (without an
 * offset: UTC), or epoch milliseconds, also as text.
 *
 * @returns epoch milliseconds; null for anything else, for a date that does not exist (`0000-00-00`), and for times
 *   outside 1970 to 2100
 */
export function instantFrom(value: unknown): number | null {
  const time = timeFrom(value);
  return time !== null && time >= EARLIEST && time < LATEST ? time : null;
}

function timeFrom(value: unknown): number | null {
  const text = shortText(value) ?? "";
  if (COMPLETE_IN_UTC.test(text)) return Date.parse(text);
  const parts = ISO_8601.exec(text);
  return parts === null ? numberFrom(value) : momentOf(parts);
}

/** @returns epoch milliseconds; NaN for a date or time of day that does not exist */
function momentOf(parts: RegExpExecArray): number {
  const [, year, month, day, hour = "00", minute = "00", second = "00", fraction = "0"] = parts;
  const [offsetHour = "+00", offsetMinute = "00"] = parts.slice(8);
  // `Date.parse` converts 30 February to a day in March.
  if (new Date(`${year}-${month}-${day}`).getUTCDate() !== Number(day)) return NaN;
  const clock = `${hour}:${minute}:${second}.${fraction}`;
  return Date.parse(`${year}-${month}-${day}T${clock}${offsetHour}:${offsetMinute}`);
}

/** A time, parsed by {@link instantFrom}. */
export const instant = field(anInstant, instantFrom);
