import { forEachChart } from "../upstream/contracts/dashboard.server";
import { PAGE_SIZE, type TripPage } from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";

const SECOND_MS = 1000;

/** A selection of trips: a page of the list, or a page of search results, which have no filters. */
export interface TripSelection {
  page: number;
  /** `YYYY-MM-DD` (UTC). */
  date?: string | undefined;
  country?: string | undefined;
  q?: string | undefined;
}

/**
 * The resources of the core API that the dashboard shows: for how many milliseconds an answer is fresh, and its call.
 * Metrics use the same names.
 */
export const resourceTable = {
  /** Totals grow with every trip, but nobody needs them to the second. */
  metrics: {
    freshMs: 60 * SECOND_MS,
    ask: (api: CoreApi) => api.metrics(),
  },
  /** The user charts change at most hourly; they are refreshed together with the totals beside them. */
  ...forEachChart((name) => ({
    freshMs: 60 * SECOND_MS,
    ask: (api: CoreApi) => api[name](),
  })),
  /** Operators watch the list for trips that have just ended. Each page and filter has its own age. */
  trips: {
    freshMs: 30 * SECOND_MS,
    ask: (api: CoreApi, selection: TripSelection) => askForTrips(api, selection, PAGE_SIZE),
  },
  /** New countries are rare. */
  filters: {
    freshMs: 300 * SECOND_MS,
    ask: (api: CoreApi) => api.filters(),
  },
} as const;

export type DashboardResource = keyof typeof resourceTable;

export const resources = Object.keys(resourceTable) as DashboardResource[]; // the table has no other keys

/** The type of the answer of each resource. */
export type Answers = {
  [Name in DashboardResource]: Awaited<ReturnType<(typeof resourceTable)[Name]["ask"]>>;
};

/** Reads a page of trips. @param limit trips on one page */
export function askForTrips(
  api: CoreApi,
  { q, page, date, country }: TripSelection,
  limit: number,
): Promise<TripPage> {
  return q ? api.searchTrips({ q, page, limit }) : api.trips({ page, limit, date, country });
}
