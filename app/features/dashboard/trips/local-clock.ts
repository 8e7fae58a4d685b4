import { zonedTime } from "~/lib/format-zone";

/**
 * A moment by another clock, to stand beside the one in UTC: `05:21 IST`, and with its day where that is another one:
 * `05:21 IST, 20 Aug`.
 *
 * @param time epoch milliseconds
 * @param offset minutes that the clock is ahead of UTC
 * @returns null where it is the same
 */
export function localClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, minute, zone } = zonedTime(time, offset);
  const clock = `${minute} ${zone}`;
  return day === zonedTime(time, 0).day ? clock : `${clock}, ${withoutYear(day)}`;
}

/** The same with its day and to the second: `20 Aug 2025, 05:21:07 IST`. */
export function exactLocalClock(time: number, offset: number): string | null {
  if (offset === 0) return null;
  const { day, second, zone } = zonedTime(time, offset);
  return `${day}, ${second} ${zone}`;
}

function withoutYear(day: string): string {
  return day.split(" ").slice(0, 2).join(" ");
}
