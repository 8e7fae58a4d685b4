import { MONTHS } from "./format-day";

const two = (value: number) => String(value).padStart(2, "0");

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

/** A moment as ISO 8601 in UTC, to the second. @param time epoch milliseconds */
export function formatIso(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Whether a text is a day of the calendar written `YYYY-MM-DD` (31 February is not). */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
