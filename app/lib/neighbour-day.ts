import { isCalendarDay } from "./format-date";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The day after a day, or the one before.
 *
 * @param day `YYYY-MM-DD`
 * @param steps days ahead; negative: back
 * @returns null beyond the years that are written with four digits
 */
export function neighbourDay(day: string, steps: number): string | null {
  const moment = Date.parse(`${day}T00:00:00Z`) + steps * DAY_MS;
  const neighbour = new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);
  return isCalendarDay(neighbour) ? neighbour : null;
}
