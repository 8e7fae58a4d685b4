import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip, ViewQueries, ViewReads } from "server/dashboard/dashboard-data.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { fleetQueries, TripQueries } from "./view-queries";

/** The sentence that says why something could not be got, and from when on it may be asked for again (epoch milliseconds). */
export interface FailedQuery {
  error: string;
  retryAt?: number | undefined;
  /** The visitor's network has asked for enough. */
  overLimit?: true | undefined;
}

/** One read of the dashboard: what was got, with its age, or why not. */
export type QueryResult<T> = Cached<T> | FailedQuery;

export function isFailed<T>(result: QueryResult<T>): result is FailedQuery {
  return "error" in result;
}

/** What was read for each query of a view, with a sentence in the place of each error. */
export type Results<Queries extends ViewQueries> = {
  [Name in keyof Queries]:
    | Exclude<ViewReads<Queries>[Name], UpstreamError>
    | (UpstreamError extends ViewReads<Queries>[Name] ? FailedQuery : never);
};

export type FleetResults = Results<typeof fleetQueries>;

/** Of the day before only the number of trips is shown. */
export type TripResults = Omit<Results<TripQueries>, "dayBefore"> & {
  dayBefore?: Cached<number> | undefined;
};

/** Everything a view of the dashboard shows, as it travels to the browser. */
export interface DashboardView {
  state: DashboardState;
  /** Only on the tab that shows it. */
  fleet: FleetResults | null;
  trips: TripResults | null;
  /** How new the upstream's data is, where that is known and something is shown of it. */
  newestTrip: NewestTrip | null;
}

/** Of when a view's figures are, and which of its results are served because their last refresh failed. */
export interface ViewAge {
  /** Of the oldest result, epoch milliseconds. */
  asOf: number;
  failed: "none" | "some" | "all";
}

/** The view's name: two states that show the same have the same. */
export function viewName(state: DashboardState): string {
  return dashboardUrl({ ...state, filters: undefined });
}

/**
 * Of which moments the figures of a view are, so that the server can tell what has changed since; it reads this in
 * `changesSince`. What could not be got has no moment.
 */
export function viewVersion({ fleet, trips }: Pick<DashboardView, "fleet" | "trips">): string {
  const results = Object.entries<QueryResult<unknown> | undefined>({ ...fleet, ...trips });
  const parts = results.map(([name, result]) => {
    if (!result || isFailed(result)) return name;
    return `${name}.${result.asOf.toString(36)}${result.state === "stale" ? ".stale" : ""}`;
  });
  return parts.join(" ");
}

/** @returns null for a view without any figures */
export function viewAge(view: Pick<DashboardView, "fleet" | "trips">): ViewAge | null {
  const cached = mainResults(view).filter((result): result is Cached<unknown> => !isFailed(result));
  if (cached.length === 0) return null;
  const stale = cached.filter((result) => result.state === "stale").length;
  return {
    asOf: Math.min(...cached.map((result) => result.asOf)),
    failed: stale === 0 ? "none" : stale === cached.length ? "all" : "some",
  };
}

/** Whether none of the view's main figures came: such an answer is a failed one. */
function hasFailed(view: DashboardView): boolean {
  const results = mainResults(view);
  return results.length > 0 && results.every(isFailed);
}

/** From when on a view without any figures may be asked for again, in epoch milliseconds; null when nobody says. */
export function viewRetryAt(view: DashboardView): number | null {
  const times = mainResults(view).flatMap((result) => (isFailed(result) && result.retryAt) || []);
  return hasFailed(view) && times.length > 0 ? Math.max(...times) : null;
}

/**
 * The HTTP status of a view: 200 while it has any figures; without any 429 over a limit of the visitor's network, 503
 * when it is known from when on it may be asked for again, else 502.
 */
export function viewHttpStatus(view: DashboardView): 200 | 429 | 502 | 503 {
  if (!hasFailed(view)) return 200;
  if (mainResults(view).some((result) => isFailed(result) && result.overLimit)) return 429;
  return viewRetryAt(view) === null ? 502 : 503;
}

/** The reads that the open tab is about; the list of countries is not one. */
export function mainResults({
  fleet,
  trips,
}: Pick<DashboardView, "fleet" | "trips">): QueryResult<unknown>[] {
  if (!fleet) return trips ? [trips.page] : [];
  const results = Object.entries<QueryResult<unknown> | undefined>({ ...fleet });
  return results.flatMap(([name, result]) => (result && name !== "filters" ? [result] : []));
}
