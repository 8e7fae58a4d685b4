import { z } from "zod";
import { screenText } from "../upstream-text.server";

/**
 * Readers for single fields in every documented variant. One rule for all of them:
 * absent (missing, null, empty text) is null; a value of the right kind that makes no sense (a negative count,
 * infinity) is null too; a value of another kind is an issue, which makes the whole answer a failure.
 *
 * Each carries the JSON Schema of what an upstream should say there: docs/upstream-apis.json is made of them. A reader
 * may understand more, never less.
 */

/** Nobody writes a number or a moment in more characters; what is longer is not looked at. */
const MAX_VALUE_LENGTH = 100;

const NUMERIC = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_A_NUMBER = /^(nan|[+-]?infinity)$/i;

/** Told the name of a field that could not be used, never its value. */
export type OnUnusable = (field: string) => void;

/** Stands for a value of another kind. */
export const UNREADABLE = Symbol("unreadable");

/** A number or numeric text; `UNREADABLE` when it is neither. Infinity and NaN in either form are null. */
function numberFrom(value: unknown): number | null | typeof UNREADABLE {
  if (isAbsent(value)) return null;
  // Adding 0 makes a plain 0 of -0.
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  const text = boundedText(value);
  if (text === null) return UNREADABLE;
  if (NUMERIC.test(text)) return numberFrom(Number(text));
  return NOT_A_NUMBER.test(text) ? null : UNREADABLE;
}

/** A text without white space around it; null for one that is too long to be a value, and for what is no text. */
function boundedText(value: unknown): string | null {
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH ? value.trim() : null;
}

/** Whether nothing is stated: a missing key, null, a text without any letter. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && !value.trim());
}

/** A field's JSON Schema: its variants, and how the document calls it if it is told once there. */
interface Stated {
  id?: string;
  anyOf: Readonly<Record<string, unknown>>[];
}

/** A reader of a value that is there, even if it is undefined. */
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

/** A reader to which a missing key is like any other absent value. */
function reading<T>(
  expected: string,
  stated: Stated,
  read: (value: unknown) => T | typeof UNREADABLE,
) {
  const orNull = { ...stated, anyOf: [...stated.anyOf, { type: "null" }] };
  return present(expected, orNull, read, z.unknown().optional());
}

/** A reader of what has to be there: what `read` takes for absent is unreadable. */
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

/** A number or numeric text that is not negative. */
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

/** A number that has to be there. */
export const requiredFigure = required(
  "a number or a numeric text",
  { id: "KnownFigure", anyOf: FIGURES },
  figureFrom,
);

const aPercentage = {
  id: "Percentage",
  anyOf: [{ type: "number" }, { type: "string", pattern: `^[+-]?${DECIMAL} ?%?$` }],
};

/** A signed percentage, with or without `%`. Being optional, an unreadable one counts as not stated. */
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

/** A text of at most so many characters (a longer one is cut), or a number as text. */
export const text = (maxLength: number) =>
  reading("a text", aText(maxLength), (value) => textFrom(value, maxLength));

/** A name by which something is asked for, and how it is shown. */
export interface Name {
  /** As its sender wrote it: in any other spelling it would be another name. */
  name: string;
  label: string;
}

/** A name. One of more characters is none, because cut it would be another one. */
export const name = (maxLength: number) =>
  reading("a text", aText(maxLength), (value): Name | null | typeof UNREADABLE => {
    const label = textFrom(value, maxLength);
    if (label === null || label === UNREADABLE) return label;
    const stated = String(value);
    const fits = stated.length <= 2 * maxLength && Array.from(stated).length <= maxLength;
    return fits ? { name: stated, label } : null;
  });

/** A text that has to be there. */
export const requiredText = (maxLength: number) =>
  required("a text", aText(maxLength, { pattern: String.raw`\S` }), (value) =>
    textFrom(value, maxLength),
  );

/** Nearly every time is written like this, and can be read as it stands. */
const COMPLETE_IN_UTC =
  /^(?:19[7-9]|20\d)\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A day, and the time of the day with its offset from UTC, in the extended and the basic form. */
const YEAR = String.raw`([+-]?\d{4,6})-(\d\d)-(\d\d)|(\d{4})(\d\d)(\d\d)`;
const CLOCK = String.raw`(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?)?`;
const ZONE = String.raw` ?(?:Z|UTC|([+-])(\d\d)(?::?(\d\d)(?::?(\d\d))?)?)`;
const ISO_8601 = new RegExp(`^(?:${YEAR})(?:[T ]${CLOCK}(?:${ZONE})?)?$`, "i");

/** No trip was before computers counted so, and no deletion; later ones are sentinels. Epoch milliseconds. */
const EARLIEST = 1;
const LATEST = Date.UTC(2101);

const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?`;
const OFFSET = String.raw`(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)`;
const DAY = String.raw`20\d\d-((0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)`;

/** Epoch milliseconds come as text too. */
const anInstant = {
  id: "Instant",
  anyOf: [
    { type: "string", pattern: `^${DAY}([T ]${TIME}${OFFSET}?)?$` },
    { type: "number", minimum: 1e12, maximum: LATEST - 1 },
    { type: "string", pattern: String.raw`^[1-3]\d{12}$` },
  ],
};

/**
 * Reads a moment as databases and programs write it: ISO 8601 in the extended or the basic form (without an offset:
 * UTC), or epoch milliseconds, also as text.
 *
 * @returns epoch milliseconds; null for what is absent, for no day of the calendar (`0000-00-00`), and outside of
 *   1970 to 2100
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

/** @returns NaN for what no calendar or clock shows */
function momentOf(parts: RegExpExecArray): number {
  const part = (index: number) => Number(parts[index] ?? 0);
  const year = part(1) || part(4);
  const month = part(2) || part(5);
  const day = part(3) || part(6);
  const [hour, minute, second] = [part(7), part(8), part(9)];
  const [offsetHours, offsetMinutes, offsetSeconds] = [part(12), part(13), part(14)];
  const milliseconds = Number((parts[10] ?? "").slice(0, 3).padEnd(3, "0"));

  const midnight = new Date(Date.UTC(year, month - 1, day));
  // `Date` makes another day of one that no calendar has, and 1985 of the year 85.
  const isDay =
    year >= 1970 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  const endsDay = hour === 24 && minute + second + milliseconds === 0;
  const isTime = (hour < 24 || endsDay) && minute < 60 && second < 60;
  if (!isDay || !isTime || offsetHours > 23 || offsetMinutes > 59 || offsetSeconds > 59) return NaN;

  const ahead = (offsetHours * 3600 + offsetMinutes * 60 + offsetSeconds) * 1000;
  const clock = (hour * 3600 + minute * 60 + second) * 1000 + milliseconds;
  return midnight.getTime() + clock - (parts[11] === "-" ? -ahead : ahead);
}

/** A moment, as {@link instantFrom} reads it. */
export const instant = reading("a time in ISO 8601 or epoch milliseconds", anInstant, instantFrom);

/** The core API's envelope: `{success: true, data}` or `{success: false, error}`. */
export const envelope = z.object({ success: z.boolean() });

export const SUCCESS = z.literal(true);

/** The names of the fields that a schema refused. @param whole what is named where there are no fields */
export function refusedFields(error: z.ZodError, whole: string): string[] {
  return [...new Set(error.issues.map(({ path: [field] }) => String(field ?? whole)))];
}

/** Reads a whole answer as its `data`. */
export function answerOf<T>(data: z.ZodType<T>) {
  return z.object({ success: SUCCESS, data }).transform((answer) => answer.data);
}
