import type { CountryOption } from "server/upstream/contracts/trips.server";
import { isCalendarDay } from "~/lib/format-date";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import { shownName, type TripSelection } from "./dashboard-url";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The filters of the rows as texts: country and day (`31 Aug 2025`), or the search.
 *
 * @returns an empty array for the list of all trips
 */
export function filterWords({ q, country, date }: Partial<TripSelection>): string[] {
  if (q) return [`Search: ${q}`];
  return [country && shownName(country), date && formatDay(date)].filter(
    (word) => word !== undefined,
  );
}

/** `1 trip`, `2,000 trips`. */
export const counted = (count: number, noun: string) =>
  `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Label of a country option: the name, with the number of trips in brackets when known. */
export function countryLabel({ name, count }: CountryOption): string {
  return count === null ? name : `${name} (${grouped(count)})`;
}

/**
 * The day that is a number of days later or earlier.
 *
 * @param day `YYYY-MM-DD`
 * @param steps days to add; negative for earlier days
 * @returns `YYYY-MM-DD`; null for a day that `isCalendarDay` rejects
 */
export function neighbourDay(day: string, steps: number): string | null {
  const moment = Date.parse(`${day}T00:00:00Z`) + steps * DAY_MS;
  const neighbour = new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);
  return isCalendarDay(neighbour) ? neighbour : null;
}
