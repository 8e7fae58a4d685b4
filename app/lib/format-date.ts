import { MONTHS } from "./format-day";

const two = (value: number) => (value < 10 ? `0${value}` : String(value));

// By hand, not by Intl: server and browser must write the same characters, whatever their language data.

/** A moment in UTC as `19 Aug 2025, 23:51`. @param time epoch milliseconds */
export function formatDateTime(time: number): string {
  const date = new Date(time);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** A moment in UTC to the second, as `19 Aug 2025, 23:51:07 UTC`. @param time epoch milliseconds */
export function formatExactDateTime(time: number): string {
  return `${formatDateTime(time)}:${two(new Date(time).getUTCSeconds())} UTC`;
}

/** A promised moment in whole seconds: at the time that is shown it does work. @param time epoch milliseconds */
export function ceilToSecond(time: number): number {
  return Math.ceil(time / 1000) * 1000;
}

/** A moment as ISO 8601 in UTC, to the second. @param time epoch milliseconds */
export function formatIso(time: number): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // Years that ISO 8601 writes with more than four digits, and moments that are none.
  if (!(year >= 1000 && year <= 9999)) return `${date.toISOString().slice(0, -".000Z".length)}Z`;
  // A whole export is written with it, and `toISOString` takes four times as long.
  const day = `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return `${day}T${clock}Z`;
}

/**
 * Whether a text is a day of the calendar written `YYYY-MM-DD` (31 February is not), from the year 1000 on: a field in
 * which a year is being typed has every shorter one on the way.
 */
export function isCalendarDay(text: string): boolean {
  if (text.length !== 10 || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
