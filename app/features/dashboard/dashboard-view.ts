import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import type { Chart, ChartName, Metrics } from "server/upstream/contracts/dashboard.server";
import type { TripFilters, TripPage } from "server/upstream/contracts/trips.server";
import type { Answer } from "./open-page";
import type { DashboardState } from "./dashboard-url";

/** Result of one query: the value with its age, or for a failed read the sentence to show. */
export type QueryResult<T> = Cached<T> | { error: string };

/** The results of a tab; none on tabs without figures. The countries (`filters`) are no figures of the tab itself. */
export interface ViewResults extends Partial<Record<ChartName, QueryResult<Chart> | undefined>> {
  metrics?: QueryResult<Metrics> | undefined;
  page?: QueryResult<TripPage> | undefined;
  filters?: QueryResult<TripFilters> | undefined;
}

/** A view of the dashboard: the server's answer, or what the browser has kept for up to a day. */
export interface DashboardAnswer extends Answer {
  state: DashboardState;
  results: ViewResults;
  /** Age of the upstream's newest trip; null when unknown or when the view has no figures. */
  newestTrip: NewestTrip | null;
  /** Whether the sandbox answered. */
  sandbox: boolean;
  /** Whether the server has other rows. Those on the page stay while they are read. */
  hasNewerRows?: boolean;
  /** Whether the server was asked for this answer soon after one that was being refreshed. */
  cameSoon?: boolean;
}

export function isFailed<T>(result: QueryResult<T>): result is { error: string } {
  return "error" in result;
}

/** The results with the tab's figures. */
export function mainResults({ results }: DashboardAnswer): QueryResult<unknown>[] {
  const named = Object.entries<QueryResult<unknown> | undefined>({ ...results });
  return named.flatMap(([name, result]) => (name === "filters" || !result ? [] : result));
}

/** The results with figures that are not failures. */
export function shownResults(view: DashboardAnswer): Cached<unknown>[] {
  return mainResults(view).flatMap((result) => (isFailed(result) ? [] : result));
}

/** When the oldest of a page's figures were fetched (epoch milliseconds), and whether the refresh of any has failed. */
export interface ViewAge {
  asOf: number;
  isStale: boolean;
}

/** @returns null for a view without any figures */
export function viewAge(view: DashboardAnswer): ViewAge | null {
  const results = shownResults(view);
  if (results.length === 0) return null;
  const asOf = Math.min(...results.map((result) => result.asOf));
  return { asOf, isStale: results.some(({ state }) => state === "stale") };
}
