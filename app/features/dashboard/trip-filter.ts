import type { CountryOption } from "server/upstream/contracts/trips.server";
import { isCalendarDay } from "~/lib/format-date";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import { shownName, type DashboardState, type TripSelection } from "./dashboard-url";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What filters the rows, in words: the country, the day (`31 Aug 2025`), or what is searched for.
 *
 * @returns nothing for the list of all trips
 */
export function filterWords({ q, country, date }: Partial<TripSelection>): string[] {
  if (q) return [`Search: ${q}`];
  return [country && shownName(country), date && formatDay(date)].filter(
    (word) => word !== undefined,
  );
}

/** A country to choose: its name, with the number of its trips in brackets when known. */
export function countryLabel({ name, label = name, count }: CountryOption): string {
  return count === null ? label : `${label} (${grouped(count)})`;
}

/** The same list a day earlier or later, from its first page; null where no day is set, or none is there. */
export function neighbourList(state: DashboardState, steps: 1 | -1): DashboardState | null {
  const day = state.date ? neighbourDay(state.date, steps) : null;
  return day === null ? null : { ...state, page: 1, date: day };
}

/**
 * A day's number of trips beside that of the day before: `1,204 trips; 31 more than on 30 Aug 2025`.
 *
 * @param date the day itself, `YYYY-MM-DD`
 * @param before null where it is not known: then the number stands alone
 */
export function dayCountText(date: string, trips: number, before: number | null): string {
  const count = `${grouped(trips)} ${trips === 1 ? "trip" : "trips"}`;
  const dayBefore = neighbourDay(date, -1);
  if (before === null || dayBefore === null) return count;
  const difference = grouped(Math.abs(trips - before));
  const compared =
    trips === before ? "as many as" : `${difference} ${trips > before ? "more" : "fewer"} than`;
  return `${count}; ${compared} on ${formatDay(dayBefore)}`;
}

/**
 * The day after a day, or the one before.
 *
 * @param day `YYYY-MM-DD`
 * @param steps days ahead; negative: back
 * @returns null beyond the days that can be chosen
 */
export function neighbourDay(day: string, steps: number): string | null {
  const moment = Date.parse(`${day}T00:00:00Z`) + steps * DAY_MS;
  const neighbour = new Date(moment).toISOString().slice(0, "YYYY-MM-DD".length);
  return isCalendarDay(neighbour) ? neighbour : null;
}
