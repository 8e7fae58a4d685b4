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

const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const NOT_A_NUMBER = /^(nan|[+-]?infinity)$/i;

const UNREADABLE = Symbol("unreadable");

/** A number or numeric text; `UNREADABLE` when it is neither. Infinity and NaN in either form are null. */
function numberFrom(value: unknown): number | null | typeof UNREADABLE {
  if (isAbsent(value)) return null;
  const text = typeof value === "string" ? value.trim() : value;
  // Adding 0 makes a plain 0 of -0.
  if (typeof text === "number") return Number.isFinite(text) ? text + 0 : null;
  if (typeof text !== "string") return UNREADABLE;
  if (NUMERIC.test(text)) return numberFrom(Number(text));
  return NOT_A_NUMBER.test(text) ? null : UNREADABLE;
}

function isAbsent(value: unknown): boolean {
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

function figureFrom(value: unknown): number | null | typeof UNREADABLE {
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
  const number = numberFrom(typeof value === "string" ? value.replace(/\s*%\s*$/, "") : value);
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

/** A text that has to be there. */
export const requiredText = (maxLength: number) =>
  required("a text", aText(maxLength, { pattern: String.raw`\S` }), (value) =>
    textFrom(value, maxLength),
  );

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Nearly every time is written like this, and can be read as it stands. */
const COMPLETE_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const LATEST_INSTANT = 8.64e15;

const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?`;
const OFFSET = String.raw`(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)`;

/** Epoch milliseconds come as text too. */
const anInstant = {
  id: "Instant",
  anyOf: [{ type: "string", pattern: `^${DAY}([T ]${TIME}${OFFSET}?)?$` }, ...FIGURES],
};

/** ISO 8601 (without an offset: UTC) or epoch milliseconds; read as epoch milliseconds. */
export const instant = reading("a time in ISO 8601 or epoch milliseconds", anInstant, (value) => {
  if (typeof value === "string" && COMPLETE_IN_UTC.test(value)) return parsedTime(value);
  const milliseconds = numberFrom(value);
  if (milliseconds !== UNREADABLE) {
    return milliseconds !== null && Math.abs(milliseconds) <= LATEST_INSTANT ? milliseconds : null;
  }
  const parts = typeof value === "string" ? ISO_8601.exec(value.trim()) : null;
  if (!parts) return UNREADABLE;
  const [, date, time = "00:00", offset = "Z"] = parts;
  return parsedTime(`${date}T${time}${offset.toUpperCase()}`);
});

function parsedTime(text: string): number | typeof UNREADABLE {
  const parsed = Date.parse(text);
  return Number.isNaN(parsed) ? UNREADABLE : parsed;
}

/** The core API's envelope: `{success: true, data}` or `{success: false, error}`. */
export const envelope = z.object({ success: z.boolean() });

export const SUCCESS = z.literal(true);

/** Reads a whole answer as its `data`. */
export function answerOf<T>(data: z.ZodType<T>) {
  return z.object({ success: SUCCESS, data }).transform((answer) => answer.data);
}
