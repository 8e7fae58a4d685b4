import { z } from "zod";
import { screenText } from "../upstream-text.server";

/**
 * Schemas for single fields in every documented variant. They share one rule: an absent value (missing, null, empty
 * text) is null; a value of the right type that makes no sense (a negative count, infinity) is null too; a value of
 * another type is an issue, which makes the whole answer a failure.
 *
 * Each schema carries the JSON Schema of the documented values, from which docs/upstream-apis.json is generated. A
 * reader may accept more than the documented values, never less.
 */

/** Longest text that is parsed as a number or a time. Longer texts are unreadable. */
const MAX_VALUE_LENGTH = 100;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_A_NUMBER = /^(nan|[+-]?infinity)$/i;

/** Called with the name of a field that could not be used, never with its value. */
export type OnUnusable = (field: string) => void;

/** Result for a value of the wrong type. */
export const UNREADABLE = Symbol("unreadable");

/** Parses a number or numeric text; `UNREADABLE` for anything else. Infinity and NaN in either form are null. */
function numberFrom(value: unknown): number | null | typeof UNREADABLE {
  if (isAbsent(value)) return null;
  // Adding 0 converts -0 to 0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  const text = boundedText(value);
  if (text === null) return UNREADABLE;
  if (NUMERIC.test(text)) return numberFrom(Number(text));
  return NOT_A_NUMBER.test(text) ? null : UNREADABLE;
}

/** The trimmed text; null for a text that is too long to be a value, and for anything that is not a string. */
function boundedText(value: unknown): string | null {
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH ? value.trim() : null;
}

/** Whether a value is absent: a missing key, null, or a text of white space only. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && !value.trim());
}

/** A field's JSON Schema: its variants, and its name in the document if it is defined there once. */
interface Stated {
  id?: string;
  anyOf: Readonly<Record<string, unknown>>[];
}

/** A schema for a key that must exist, though `read` may accept any value. */
function present<T>(
  expected: string,
  stated: Stated,
  read: (value: unknown) => T | typeof UNREADABLE,
  from: z.ZodType = z.unknown(),
) {
  return from.meta({ ...stated }).transform((value, context): T => {
    const result = read(value);
    if (result !== UNREADABLE) return result;
    context.addIssue({ code: "custom", message: `should be ${expected}` });
    return z.NEVER;
  });
}

/** A schema that treats a missing key like any other absent value. */
function reading<T>(
  expected: string,
  stated: Stated,
  read: (value: unknown) => T | typeof UNREADABLE,
) {
  const orNull = { ...stated, anyOf: [...stated.anyOf, { type: "null" }] };
  return present(expected, orNull, read, z.unknown().optional());
}

/** A schema for a mandatory value: a value that `read` considers absent is unreadable. */
function required<T>(
  expected: string,
  stated: Stated,
  read: (value: unknown) => T | null | typeof UNREADABLE,
) {
  return present(expected, stated, (value): T | typeof UNREADABLE => read(value) ?? UNREADABLE);
}

const DECIMAL = String.raw`\d{1,15}(\.\d{1,15})?`;

const FIGURES = [
  { type: "number", minimum: 0 },
  { type: "string", pattern: `^${DECIMAL}$` },
];

/** Parses a number or numeric text; null when it is absent, negative or not finite, UNREADABLE for anything else. */
export function figureFrom(value: unknown): number | null | typeof UNREADABLE {
  const number = numberFrom(value);
  return typeof number === "number" && number < 0 ? null : number;
}

/** A count or a quantity, never negative. */
export const figure = reading(
  "a number or a numeric text",
  { id: "Figure", anyOf: FIGURES },
  figureFrom,
);

/** A mandatory number, never negative. */
export const requiredFigure = required(
  "a number or a numeric text",
  { id: "KnownFigure", anyOf: FIGURES },
  figureFrom,
);

const aPercentage = {
  id: "Percentage",
  anyOf: [{ type: "number" }, { type: "string", pattern: `^[+-]?${DECIMAL} ?%?$` }],
};

/** A signed percentage, with or without `%`. The value is optional, so an unreadable one counts as absent. */
export const percentage = reading("a percentage", aPercentage, (value) => {
  const text = boundedText(value);
  const number = numberFrom(text?.endsWith("%") ? text.slice(0, -1) : value);
  return number === UNREADABLE ? null : number;
});

const aText = (maxLength: number, pattern?: { pattern: string }) => ({
  anyOf: [{ type: "string", maxLength, ...pattern }, { type: "number" }],
});

function textFrom(value: unknown, maxLength: number): string | null | typeof UNREADABLE {
  if (isAbsent(value)) return null;
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? screenText(value, maxLength) : UNREADABLE;
}

/** A text, cut to the maximum length in characters, or a number converted to text. */
export const text = (maxLength: number) =>
  reading("a text", aText(maxLength), (value) => textFrom(value, maxLength));

/** A mandatory text. */
export const requiredText = (maxLength: number) =>
  required("a text", aText(maxLength, { pattern: String.raw`\S` }), (value) =>
    textFrom(value, maxLength),
  );

/** The most frequent format of a time, which `Date.parse` can read directly. */
const COMPLETE_IN_UTC =
  /^(?:19[7-9]|20\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A date, and the time of day with its offset from UTC, in the extended and the basic form. */
const YEAR = String.raw`([+-]?\d{4,6})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d)`;
const CLOCK = String.raw`(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?`;
const ZONE = String.raw` ?(?:Z|UTC|([+-])(\d\d)(?::?(\d\d)(?::?(\d\d))?)?)`;
const ISO_8601 = new RegExp(`^(?:${YEAR})(?:[T ]${CLOCK}(?:${ZONE})?)?$`, "i");

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
 * @returns epoch milliseconds; null for an absent value, for a date that does not exist (`0000-00-00`), and for times
 *   outside 1970 to 2100
 */
export function instantFrom(value: unknown): number | null | typeof UNREADABLE {
  if (typeof value === "string" && value.length <= MAX_VALUE_LENGTH && COMPLETE_IN_UTC.test(value))
    return plausible(Date.parse(value));
  const text = boundedText(value);
  const parts = text === null ? null : ISO_8601.exec(text);
  if (parts) return plausible(momentOf(parts));
  const milliseconds = numberFrom(value);
  return typeof milliseconds === "number" ? plausible(milliseconds) : milliseconds;
}

function plausible(time: number): number | null {
  return time >= EARLIEST && time < LATEST ? time : null;
}

/** @returns epoch milliseconds; NaN for a date or time of day that does not exist */
function momentOf(parts: RegExpExecArray): number {
  const part = (index: number) => Number(parts[index] ?? 0);
  const year = part(1) || part(4);
  const month = part(2) || part(5);
  const day = part(3) || part(6);
  const [hour, minute, second] = [part(7), part(8), part(9)];
  const [offsetHours, offsetMinutes, offsetSeconds] = [part(12), part(13), part(14)];
  const milliseconds = Number((parts[10] ?? "").slice(0, 3).padEnd(3, "0"));

  const midnight = new Date(Date.UTC(year, month - 1, day));
  // `Date` converts invalid dates to other dates, and the year 85 to 1985.
  const isDay =
    year >= 1970 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  const endsDay = hour === 24 && minute + second + milliseconds === 0;
  const isTime = (hour < 24 || endsDay) && minute < 60 && second < 60;
  if (!isDay || !isTime || offsetHours > 23 || offsetMinutes > 59 || offsetSeconds > 59) return NaN;

  const ahead = (offsetHours * 3600 + offsetMinutes * 60 + offsetSeconds) * 1000;
  const clock = (hour * 3600 + minute * 60 + second) * 1000 + milliseconds;
  return midnight.getTime() + clock - (parts[11] === "-" ? -ahead : ahead);
}

/** A time, parsed by {@link instantFrom}. */
export const instant = reading("a time in ISO 8601 or epoch milliseconds", anInstant, instantFrom);

/** The core API's envelope: `{success: true, data}` or `{success: false, error}`. */
export const envelope = z.object({ success: z.boolean() });

export const SUCCESS = z.literal(true);

/** The names of the fields that a schema refused. @param whole name to use when the value has no fields */
export function refusedFields(error: z.ZodError, whole: string): string[] {
  return [...new Set(error.issues.map(({ path: [field] }) => String(field ?? whole)))];
}

/** Schema of a whole answer, with its `data` as output. */
export function answerOf<T>(data: z.ZodType<T>) {
  return z.object({ success: SUCCESS, data }).transform((answer) => answer.data);
}
