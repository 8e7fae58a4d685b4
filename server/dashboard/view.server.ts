import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";
import type { Cached } from "../cache/stale-while-revalidate.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { viewQueries, type DashboardData, type NewestTrip } from "./dashboard-data.server";
import type { Answers, DashboardResource } from "./resources.server";

/** Result of one query: the value with its age, or for a failed read the sentence to show. */
export type QueryResult<T> = Cached<T> | { error: string };

/** The results of a tab; none on tabs without figures. The countries (`filters`) are no figures of the tab itself. */
export type ViewResults = {
  [Name in DashboardResource]?: QueryResult<Answers[Name]> | undefined;
};

/** What the page of a view displays. */
export interface View {
  state: DashboardState;
  results: ViewResults;
  /** Age of the upstream's newest trip; null when unknown or when the view has no figures. */
  newestTrip: NewestTrip | null;
}

/**
 * Reads a view of the dashboard, with the status of the response and when to try again (epoch milliseconds).
 *
 * @returns for a page beyond the last of a list, the number of the last one
 */
export async function readView(dashboard: DashboardData, state: DashboardState) {
  const reads = await dashboard.read(viewQueries(state));
  const named = Object.entries(reads).map(([name, read]) => {
    return [name, read instanceof UpstreamError ? { error: errorText(read) } : read];
  });
  const results = Object.fromEntries(named) as ViewResults; // the queries have the names of their results
  const newestTrip = named.length > 0 ? dashboard.newestTrip() : null;
  const { trips } = results;
  const list = trips && "value" in trips && trips.value;
  const isBeyond = list && list.trips.length === 0 && state.page > list.pagination.pages;
  if (isBeyond) return list.pagination.pages;
  const view: View = { state, results, newestTrip };
  return { ...statusOf(reads), view };
}

/** The sentence that a view displays for a failed read, with the retry time. */
function errorText({ message, retryAt }: UpstreamError): string {
  if (retryAt === undefined) return message;
  return `${message}. You can try again at ${formatExactDateTime(ceilToSecond(retryAt))}.`;
}

/**
 * HTTP status of a view, with the moment from which it may be retried (epoch milliseconds). 200 if it has any figures.
 * Otherwise 429 if the visitor's network is over its rate limit, 503 if the moment is known, or 502.
 */
function statusOf(reads: Record<string, unknown>) {
  const figures = Object.keys(reads).flatMap((name) => (name === "filters" ? [] : reads[name]));
  const failures = figures.filter((read) => read instanceof UpstreamError);
  if (failures.length === 0 || failures.length < figures.length) return { status: 200 };
  const times = failures.flatMap(({ retryAt }) => retryAt ?? []);
  if (times.length === 0) return { status: 502 };
  const isOverLimit = failures.some(({ kind }) => kind === "over-limit");
  return { status: isOverLimit ? 429 : 503, retryAt: Math.max(...times) };
}
