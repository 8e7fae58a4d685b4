import type { CountryOption } from "server/upstream/contracts/trips.server";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import { shownName, type DashboardState } from "./dashboard-url";

/**
 * The filters of the rows as texts: country and day (`31 Aug 2025`), or the search.
 *
 * @returns an empty array for the list of all trips
 */
export function filterWords({ q, country, date }: Partial<DashboardState>): string[] {
  if (q) return [`Search: ${q}`];
  return [country && shownName(country), date && formatDay(date)].filter(
    (word) => word !== undefined,
  );
}

/** Label of a country option: the name, with the number of trips in brackets when known. */
export function countryLabel({ name, count }: CountryOption): string {
  return count === null ? name : `${name} (${grouped(count)})`;
}

/** What the list lacks of a country whose name the upstream writes in several ways; null when it lacks nothing. */
export function spellingNote(
  country: string | undefined,
  countries: readonly CountryOption[] | null,
): string | null {
  const ways = countries?.find(({ name }) => name === country)?.spellings?.length ?? 1;
  if (ways === 1) return null;
  return `The data writes this country in ${ways} ways. This list and its CSV have the trips of one of them, the report has all.`;
}
