import { z } from "zod";
import { screenText } from "../upstream-text.server";

/**
 * Readers for single fields in every documented variant. One rule for all of them:
 * absent (missing, null, empty text) is null; a value of the right kind that makes no sense (a negative count,
 * infinity) is null too; a value of another kind is an issue, which makes the whole answer a failure.
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

function reading<T>(expected: string, read: (value: unknown) => T | typeof UNREADABLE) {
  // Optional: a missing key reaches the reader like any other absent value.
  return z
    .unknown()
    .optional()
    .transform((value, context): T => {
      const result = read(value);
      if (result !== UNREADABLE) return result;
      context.addIssue({ code: "custom", message: `should be ${expected}` });
      return z.NEVER;
    });
}

/** A count or a quantity, never negative. */
export const figure = reading("a number or a numeric text", (value) => {
  const number = numberFrom(value);
  return typeof number === "number" && number < 0 ? null : number;
});

/** A signed percentage, with or without `%`. Being optional, an unreadable one counts as not stated. */
export const percentage = reading("a percentage", (value) => {
  const number = numberFrom(typeof value === "string" ? value.replace(/\s*%\s*$/, "") : value);
  return number === UNREADABLE ? null : number;
});

/** A text of at most so many characters, or a number as text. */
export const text = (maxLength: number) =>
  reading("a text", (value) => {
    if (isAbsent(value)) return null;
    if (typeof value === "number") return String(value);
    return typeof value === "string" ? screenText(value, maxLength) : UNREADABLE;
  });

/** A text that has to be there. */
export const requiredText = (maxLength: number) =>
  text(maxLength).transform((value, context): string => {
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: "is missing" });
    return z.NEVER;
  });

/** A number that has to be there. */
export const requiredFigure = figure.transform((value, context): number => {
  if (value !== null) return value;
  context.addIssue({ code: "custom", message: "is missing or absurd" });
  return z.NEVER;
});

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Nearly every time is written like this, and can be read as it stands. */
const COMPLETE_IN_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const LATEST_INSTANT = 8.64e15;

/** ISO 8601 (without an offset: UTC) or epoch milliseconds; read as epoch milliseconds. */
export const instant = reading("a time in ISO 8601 or epoch milliseconds", (value) => {
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
