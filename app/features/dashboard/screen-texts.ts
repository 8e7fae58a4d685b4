import type { CountryOption } from "server/upstream/contracts/trips.server";
import { dashboardScreens } from "~/content/dashboard";
import { formatDay } from "~/lib/format-day";
import { grouped } from "~/lib/format-metric";
import type { DashboardState } from "./dashboard-url";

/** Title of a view: the tab's heading, and the filters of the rows. */
export function viewTitle(state: DashboardState): string {
  return [dashboardScreens[state.tab].heading, ...filterWords(state)].join(" · ");
}

/**
 * The filters of the rows as texts: country and day (`31 Aug 2025`), or the search.
 *
 * @returns an empty array for the list of all trips
 */
export function filterWords({ q, country, date }: Partial<DashboardState>): string[] {
  if (q) return [`Search: ${q}`];
  return [country, date && formatDay(date)].filter((word) => word !== undefined);
}

/** Label of a country option: the name, with the number of trips in brackets when known. */
export function countryLabel({ name, count }: CountryOption): string {
  return count === null ? name : `${name} (${grouped(count)})`;
}
