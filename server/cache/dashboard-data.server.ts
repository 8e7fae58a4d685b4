import type { Chart, Metrics } from "../upstream/contracts/dashboard.server";
import type {
  TripFilters,
  TripListQuery,
  TripPage,
  TripSearchQuery,
} from "../upstream/contracts/trips.server";
import type { CoreApi } from "../upstream/core-api.server";
import type { Cached } from "./cached.server";
import { policies } from "./policies.server";
import type { RefreshNotice, StaleWhileRevalidateCache } from "./stale-while-revalidate.server";

export type { RefreshNotice } from "./stale-while-revalidate.server";

/** The dashboard's reads, each through the cache. All reject with an UpstreamError when nothing can be served. */
export interface DashboardData {
  metrics(): Promise<Cached<Metrics>>;
  totalUsers(): Promise<Cached<Chart>>;
  monthlyUsers(): Promise<Cached<Chart>>;
  weeklyUsers(): Promise<Cached<Chart>>;
  dailyUsers(): Promise<Cached<Chart>>;
  trips(query: TripListQuery): Promise<Cached<TripPage>>;
  searchTrips(query: TripSearchQuery): Promise<Cached<TripPage>>;
  filters(): Promise<Cached<TripFilters>>;
  /** Calls back each time a newer answer to something has arrived. Returns the unsubscribe function. */
  onRefresh(listener: (notice: RefreshNotice) => void): () => void;
}

/** The key under which a list of trips is read, as notices carry it. */
export function tripsKey(query: TripListQuery | TripSearchQuery): string {
  return key("q" in query ? "trips/search" : "trips", query);
}

export function createDashboardData({
  coreApi,
  cache,
}: {
  coreApi: CoreApi;
  cache: StaleWhileRevalidateCache;
}): DashboardData {
  return {
    metrics: () => cache.read(policies.metrics, "metrics", () => coreApi.metrics()),
    totalUsers: () => cache.read(policies.totalUsers, "totalUsers", () => coreApi.totalUsers()),
    monthlyUsers: () =>
      cache.read(policies.monthlyUsers, "monthlyUsers", () => coreApi.monthlyUsers()),
    weeklyUsers: () => cache.read(policies.weeklyUsers, "weeklyUsers", () => coreApi.weeklyUsers()),
    dailyUsers: () => cache.read(policies.dailyUsers, "dailyUsers", () => coreApi.dailyUsers()),
    trips: (query) => cache.read(policies.trips, tripsKey(query), () => coreApi.trips(query)),
    searchTrips: (query) =>
      cache.read(policies.trips, tripsKey(query), () => coreApi.searchTrips(query)),
    filters: () => cache.read(policies.filters, "filters", () => coreApi.filters()),
    onRefresh: (listener) => cache.onRefresh(listener),
  };
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
