import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import type { Chart, Metrics } from "server/upstream/contracts/dashboard.server";
import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import type { DashboardState } from "./dashboard-url";

/** A failed read: `error` is the sentence to show, `retryAt` the earliest retry (epoch ms). */
export interface FailedQuery {
  error: string;
  retryAt?: number | undefined;
  /** Set when the visitor's network is over its rate limit. */
  overLimit?: true | undefined;
}

/** Result of one query: the value with its age, or the failure. */
export type QueryResult<T> = Cached<T> | FailedQuery;

export interface FleetResults {
  metrics: QueryResult<Metrics>;
  totalUsers: QueryResult<Chart>;
  monthlyUsers: QueryResult<Chart>;
  weeklyUsers: QueryResult<Chart>;
  dailyUsers: QueryResult<Chart>;
  filters?: Cached<TripFilters> | undefined;
}

export interface TripResults {
  page: QueryResult<TripPage>;
  filters: QueryResult<TripFilters>;
}

/** The data of one dashboard view, as sent to the browser. */
export interface DashboardView {
  /** Id of the server's build. */
  build: string;
  state: DashboardState;
  /** Null on other tabs. The same is true of `trips`. */
  fleet: FleetResults | null;
  trips: TripResults | null;
  /** Age of the upstream's newest trip; null when unknown or when the view has no figures. */
  newestTrip: NewestTrip | null;
  /** Whether the sandbox answered. */
  sandbox: boolean;
}

export function isFailed<T>(result: QueryResult<T>): result is FailedQuery {
  return "error" in result;
}

/** The results with the tab's figures, so without the countries of the filter. */
export function mainResults({ fleet, trips }: DashboardView): QueryResult<unknown>[] {
  if (!fleet) return trips ? [trips.page] : [];
  const { metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers } = fleet;
  return [metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers];
}

/** The results with figures that are not failures. */
export function shownResults(view: DashboardView): Cached<unknown>[] {
  return mainResults(view).flatMap((result) => (isFailed(result) ? [] : result));
}

/** When the oldest of a page's figures were fetched (epoch milliseconds), and how many refreshes have failed. */
export interface ViewAge {
  asOf: number;
  failed: "none" | "some" | "all";
}

/** @returns null for a view without any figures */
export function viewAge(view: DashboardView): ViewAge | null {
  const results = shownResults(view);
  if (results.length === 0) return null;
  const stale = results.filter(({ state }) => state === "stale").length;
  return {
    asOf: Math.min(...results.map(({ asOf }) => asOf)),
    failed: stale === 0 ? "none" : stale === results.length ? "all" : "some",
  };
}

/**
 * HTTP status of a view, with the moment from which it may be retried (epoch milliseconds). 200 if it has any figures.
 * Otherwise 429 if the visitor's network is over its rate limit, 503 if the moment is known, or 502.
 */
export function viewStatus(view: DashboardView): { status: number; retryAt?: number } {
  const results = mainResults(view);
  const failures = results.filter(isFailed);
  if (failures.length === 0 || failures.length < results.length) return { status: 200 };
  const times = failures.flatMap(({ retryAt }) => retryAt ?? []);
  if (times.length === 0) return { status: 502 };
  const isOverLimit = failures.some(({ overLimit }) => overLimit);
  return { status: isOverLimit ? 429 : 503, retryAt: Math.max(...times) };
}
