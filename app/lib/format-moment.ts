import { formatDay } from "./format-day";

// Formatted without `Intl`: server and browser must write the same characters, whatever their locale data.

/** A moment in UTC as `19 Aug 2025, 23:51`. @param time epoch milliseconds */
export function formatDateTime(time: number): string {
  const [day = "", clock = ""] = formatIso(time).split("T");
  return `${formatDay(day)}, ${clock.slice(0, 5)}`;
}

/** A moment in UTC to the second, as `19 Aug 2025, 23:51:07 UTC`. @param time epoch milliseconds */
export function formatExactDateTime(time: number): string {
  return `${formatDateTime(time)}${formatIso(time).slice(-4, -1)} UTC`;
}

/** Rounds a moment up to a full second, so that a retry at the displayed time works. @param time epoch milliseconds */
export function ceilToSecond(time: number): number {
  return Math.ceil(time / 1000) * 1000;
}

/** A moment as ISO 8601 in UTC, to the second. @param time epoch milliseconds */
export function formatIso(time: number): string {
  return `${new Date(time).toISOString().slice(0, -".000Z".length)}Z`;
}
