import type { Cached } from "server/cache/cache-result.server";
import { isFailed, type QueryResult } from "./query-result";
import { dashboardUrl, type DashboardState } from "./dashboard-url";
import type { FleetResults } from "./fleet/fleet-view";
import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";

/** Everything a view of the dashboard shows, as it travels to the browser. */
export interface DashboardView {
  state: DashboardState;
  /** The server's clock when it answered, epoch milliseconds. */
  now: number;
  /** Only on the tab that shows it. */
  fleet: FleetResults | null;
  trips: TripResults | null;
}

/** The view's name: two states that show the same have the same. */
export function viewName(state: DashboardState): string {
  return dashboardUrl({ ...state, filtersOpen: false });
}

/** When the figures of a view arrived: the oldest of its blocks, and whether one is served stale. */
export function viewAge(view: DashboardView): { asOf: number; stale: boolean } | null {
  const cached = mainBlocks(view).filter((block): block is Cached<unknown> => !isFailed(block));
  if (cached.length === 0) return null;
  return {
    asOf: Math.min(...cached.map((block) => block.asOf)),
    stale: cached.some((block) => block.state === "stale"),
  };
}

/** Whether all of the view's main figures came, or none: an answer without any is a failed one. */
export function viewCompleteness(view: DashboardView): "all" | "some" | "none" {
  const blocks = mainBlocks(view);
  const failed = blocks.filter(isFailed).length;
  if (failed === 0) return "all";
  return failed === blocks.length ? "none" : "some";
}

/** From when on a view without any figures may be asked for again, in epoch milliseconds; null when nobody says. */
export function viewRetryAt(view: DashboardView): number | null {
  const times = mainBlocks(view).map((block) => (isFailed(block) ? block.retryAt : undefined));
  const latest = Math.max(0, ...times.filter((time) => time !== undefined));
  return latest > 0 && viewCompleteness(view) === "none" ? latest : null;
}

/** The same view where the server could not be asked for a newer one. */
export function asStale({ fleet, trips, ...view }: DashboardView): DashboardView {
  return {
    ...view,
    fleet: fleet && {
      metrics: stale(fleet.metrics),
      totalUsers: stale(fleet.totalUsers),
      monthlyUsers: stale(fleet.monthlyUsers),
      weeklyUsers: stale(fleet.weeklyUsers),
      dailyUsers: stale(fleet.dailyUsers),
    },
    trips: trips && { page: stale(trips.page), filters: stale(trips.filters) },
  };
}

function stale<T>(block: QueryResult<T>): QueryResult<T> {
  return isFailed(block) ? block : { ...block, state: "stale" };
}

/** The reads that the open tab is about; the list of countries is not one. */
function mainBlocks({ fleet, trips }: DashboardView): QueryResult<unknown>[] {
  return fleet ? Object.values<QueryResult<unknown>>({ ...fleet }) : trips ? [trips.page] : [];
}

/** The two reads of the trip screen. */
export interface TripResults {
  page: QueryResult<TripPage>;
  filters: QueryResult<TripFilters>;
}
