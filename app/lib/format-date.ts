import { MONTHS } from "./format-day";

const pad = (value: number) => (value < 10 ? `0${value}` : String(value));

// Formatted without `Intl`: server and browser must write the same characters, whatever their locale data.

/** A moment in UTC as `19 Aug 2025, 23:51`. @param time epoch milliseconds */
export function formatDateTime(time: number): string {
  const date = new Date(time);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
}

/** A moment in UTC to the second, as `19 Aug 2025, 23:51:07 UTC`. @param time epoch milliseconds */
export function formatExactDateTime(time: number): string {
  return `${formatDateTime(time)}:${pad(new Date(time).getUTCSeconds())} UTC`;
}

/** Rounds a moment up to a full second, so that a retry at the displayed time works. @param time epoch milliseconds */
export function ceilToSecond(time: number): number {
  return Math.ceil(time / 1000) * 1000;
}

/** A moment as ISO 8601 in UTC, to the second. @param time epoch milliseconds */
export function formatIso(time: number): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  // `toISOString` handles years that have not four digits, and throws a RangeError for an invalid time.
  if (!(year >= 1000 && year <= 9999)) return `${date.toISOString().slice(0, -".000Z".length)}Z`;
  // An export formats every row with this function, and `toISOString` takes four times as long.
  const day = `${year}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const clock = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  return `${day}T${clock}Z`;
}

/**
 * Whether a text is an existing day (31 February is not) written `YYYY-MM-DD`, from the year 1000 on, because a
 * date field has the values `0002`, `0020` and `0202` while a year is typed.
 */
export function isCalendarDay(text: string): boolean {
  if (text.length !== 10 || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
