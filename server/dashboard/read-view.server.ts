import type { DashboardState } from "~/features/dashboard/dashboard-url";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";
import type { Cached } from "../cache/stale-while-revalidate.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import { viewQueries, type DashboardData, type NewestTrip } from "./dashboard-data.server";
import type { Answers, DashboardResource } from "./resources.server";

/** What the page of a view displays. */
export interface View {
  state: DashboardState;
  /** None on tabs without figures. The countries (`filters`) are no figures of the tab itself. */
  results: { [Name in DashboardResource]?: Cached<Answers[Name]> };
  /** For each failed read, the sentence to show. */
  errors: { [Name in DashboardResource]?: string };
  /** Age of the upstream's newest trip; null when unknown or when the view has no figures. */
  newestTrip: NewestTrip | null;
}

/**
 * Reads a view of the dashboard, with the status of the response and when to try again (epoch milliseconds).
 *
 * @returns for a page beyond the last of a list, the state of the last one
 */
export async function readView(dashboard: DashboardData, state: DashboardState) {
  const reads = Object.entries(await dashboard.read(viewQueries(state)));
  const failures = reads.flatMap(([name, read]) =>
    read instanceof UpstreamError ? [[name, read] as const] : [],
  );
  const known = reads.filter(([, read]) => read && !(read instanceof UpstreamError));
  const view: View = {
    state,
    results: Object.fromEntries(known) as View["results"], // the queries have the names of their resources
    errors: Object.fromEntries(failures.map(([name, failure]) => [name, errorText(failure)])),
    newestTrip: reads.length > 0 ? dashboard.newestTrip() : null,
  };
  const { trips, pagination } = view.results.trips?.value ?? {};
  const isBeyond = trips?.length === 0 && pagination && state.page > pagination.pages;
  if (isBeyond) return { ...state, page: pagination.pages };
  return { ...statusOf(view, failures), view };
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
function statusOf({ results }: View, failures: readonly (readonly [string, UpstreamError])[]) {
  const lost = failures.flatMap(([name, failure]) => (name === "filters" ? [] : failure));
  const hasFigures = Object.keys(results).some((name) => name !== "filters");
  if (hasFigures || lost.length === 0) return { status: 200 };
  const times = lost.flatMap(({ retryAt }) => retryAt ?? []);
  if (times.length === 0) return { status: 502 };
  const isOverLimit = lost.some(({ kind }) => kind === "over-limit");
  return { status: isOverLimit ? 429 : 503, retryAt: Math.max(...times) };
}
