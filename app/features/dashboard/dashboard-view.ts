import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip, ViewQueries, ViewReads } from "server/dashboard/dashboard-data.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { fleetQueries, TripQueries } from "./view-queries";

/** A failed read: `error` is the sentence to show, `retryAt` the earliest retry (epoch ms). */
export interface FailedQuery {
  error: string;
  retryAt?: number | undefined;
  /** Set when the visitor's network is over its rate limit. */
  overLimit?: true | undefined;
}

/** Result of one query: the value with its age, or the failure. */
export type QueryResult<T> = Cached<T> | FailedQuery;

export function isFailed<T>(result: QueryResult<T>): result is FailedQuery {
  return "error" in result;
}

/** Results of a view's queries by name, with {@link FailedQuery} in place of each error. */
export type Results<Queries extends ViewQueries> = {
  [Name in keyof Queries]:
    | Exclude<ViewReads<Queries>[Name], UpstreamError>
    | (UpstreamError extends ViewReads<Queries>[Name] ? FailedQuery : never);
};

export type FleetResults = Results<typeof fleetQueries>;

export type TripResults = Results<TripQueries>;

/** Data of one dashboard view, as sent to the browser. */
export interface DashboardView {
  state: DashboardState;
  /** Null on other tabs. The same is true of `trips`. */
  fleet: FleetResults | null;
  trips: TripResults | null;
  /** Age of the upstream's newest trip; null when unknown or when the view has no figures. */
  newestTrip: NewestTrip | null;
}

/** Age of a view's figures, and how many of its results are stale after a failed refresh. */
export interface ViewAge {
  /** When the oldest result was fetched, epoch milliseconds. */
  asOf: number;
  failed: "none" | "some" | "all";
}

/** Identifies a view by its URL. States that show the same data have the same name. */
export function viewName(state: DashboardState): string {
  return dashboardUrl(state);
}

/** Whether any result of a view was being refreshed when the server answered. */
export function isRefreshing({ fleet, trips }: Pick<DashboardView, "fleet" | "trips">): boolean {
  const results = Object.values<QueryResult<unknown> | undefined>({ ...fleet, ...trips });
  return results.some((result) => result && !isFailed(result) && result.state === "refreshing");
}

/** Age of a view's main results. @returns null for a view without any figures */
export function viewAge(view: Pick<DashboardView, "fleet" | "trips">): ViewAge | null {
  const cached = mainResults(view).filter((result): result is Cached<unknown> => !isFailed(result));
  if (cached.length === 0) return null;
  const stale = cached.filter((result) => result.state === "stale").length;
  return {
    asOf: Math.min(...cached.map((result) => result.asOf)),
    failed: stale === 0 ? "none" : stale === cached.length ? "all" : "some",
  };
}

/** Whether the view has main results and all of them failed. */
function hasFailed(view: DashboardView): boolean {
  const results = mainResults(view);
  return results.length > 0 && results.every(isFailed);
}

/** When a failed view may be retried, epoch milliseconds; null if it has figures or no time. */
export function viewRetryAt(view: DashboardView): number | null {
  const times = mainResults(view).flatMap((result) => (isFailed(result) && result.retryAt) || []);
  return hasFailed(view) && times.length > 0 ? Math.max(...times) : null;
}

/**
 * HTTP status of a view. 200 if it has any figures. Otherwise 429 if the visitor's network is over
 * its rate limit, 503 if the retry time is known, or 502.
 */
export function viewHttpStatus(view: DashboardView): 200 | 429 | 502 | 503 {
  if (!hasFailed(view)) return 200;
  if (mainResults(view).some((result) => isFailed(result) && result.overLimit)) return 429;
  return viewRetryAt(view) === null ? 502 : 503;
}

/** Results with the current tab's figures, so without the list of countries (`filters`). */
export function mainResults({
  fleet,
  trips,
}: Pick<DashboardView, "fleet" | "trips">): QueryResult<unknown>[] {
  if (!fleet) return trips ? [trips.page] : [];
  const results = Object.entries<QueryResult<unknown> | undefined>({ ...fleet });
  return results.flatMap(([name, result]) => (result && name !== "filters" ? [result] : []));
}
