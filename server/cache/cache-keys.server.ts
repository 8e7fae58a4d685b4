import {
  PAGE_SIZE,
  type TripListQuery,
  type TripSearchQuery,
} from "../upstream/contracts/trips.server";
import { resources } from "./freshness-policies.server";

/** The newest trips of all, as many as one page of the dashboard has. */
export const FIRST_PAGE = { page: 1, limit: PAGE_SIZE } as const satisfies TripListQuery;

/** The key under which a list of trips is read, as notices carry it. */
export function tripsKey(query: TripListQuery | TripSearchQuery): string {
  return key("q" in query ? "trips/search" : "trips", query);
}

/** The same key for the same query, in whatever order it is written. */
function key(path: string, query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  parameters.sort();
  return `${path}?${parameters}`;
}

/** What everybody is shown who has chosen nothing. What visitors choose, and there is no end of it, never displaces it. */
export const fixedKeys: ReadonlySet<string> = new Set([
  ...resources.filter((name) => name !== "trips"),
  tripsKey(FIRST_PAGE),
]);
