import { data, redirect, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { serverTiming } from "server/cache/stale-while-revalidate.server";
import type { ViewQueries } from "server/dashboard/dashboard-data.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { answerInBrowser } from "~/features/dashboard/browser-answers";
import { DashboardError } from "~/features/dashboard/dashboard-error";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import {
  isFailed,
  viewHttpStatus,
  viewName,
  viewRetryAt,
  type DashboardView,
  type FailedQuery,
  type Results,
  type TripResults,
} from "~/features/dashboard/dashboard-view";
import { viewTitle } from "~/features/dashboard/tabs";
import { sandboxWords } from "~/features/dashboard/sandbox-words";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { pageCount } from "~/features/dashboard/trips/page-numbers";
import { viewQueries, type TripQueries } from "~/features/dashboard/view-queries";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  error
    ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches)
    : pageMeta("dashboard", matches, {
        title: viewTitle(data?.view.state),
      });

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const state = parseDashboardState(new URL(request.url).searchParams);
  const { dashboard, inSandbox, sandboxTrips } = services();
  const queries = viewQueries(state);
  const [fleet, trips, sandbox] = await Promise.all([
    queries.fleet && readResults(queries.fleet),
    queries.trips && readResults(queries.trips).then(withDayCount),
    inSandbox.core ? sandboxTrips.read().then(sandboxWords) : null,
  ]);
  const lastPage = trips && pageBeyondTheLast(trips, state);
  if (lastPage) return redirect(dashboardUrl({ ...state, page: lastPage }));
  const newestTrip = fleet || trips ? dashboard.newestTrip() : null;
  const view: DashboardView = { state, fleet, trips, newestTrip };
  const retryAt = viewRetryAt(view);
  const headers = {
    "Cache-Control": "private, no-cache",
    "Server-Timing": serverTiming({ ...fleet, ...trips }),
    ...(retryAt && { "Retry-After": retryAfter(retryAt, Date.now()) }),
  };
  return data({ view, sandbox }, { status: viewHttpStatus(view), headers });
}

function withDayCount({ dayBefore, ...results }: Results<TripQueries>): TripResults {
  const count = dayBefore && { ...dayBefore, value: dayBefore.value.pagination.totalItems };
  return count ? { ...results, dayBefore: count } : results;
}

async function readResults<Queries extends ViewQueries>(
  queries: Queries,
): Promise<Results<Queries>> {
  const reads = Object.entries<unknown>(await services().dashboard.read(queries));
  const results = reads.flatMap(([name, item]) =>
    item === undefined ? [] : [[name, item instanceof UpstreamError ? failedQuery(item) : item]],
  );
  return Object.fromEntries(results) as Results<Queries>; // each name keeps its type
}

/** Converts an upstream error into the sentence to display, with the retry time. */
function failedQuery({ kind, message, retryAt }: UpstreamError): FailedQuery {
  if (retryAt === undefined) return { error: message };
  const at = formatExactDateTime(ceilToSecond(retryAt));
  const sentence = `${message}. You can try again at ${at}.`;
  return { error: sentence, retryAt, ...(kind === "over-limit" && { overLimit: true }) };
}

/** The last page number if the URL's page is beyond it; otherwise null. */
function pageBeyondTheLast({ page }: TripResults, state: DashboardState): number | null {
  if (isFailed(page) || page.value.trips.length > 0) return null;
  const last = pageCount(page.value.pagination);
  return state.page > last ? last : null;
}

/** Loads views in the browser, from its stored copy or the server; see {@link answerInBrowser}. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return answerInBrowser(request.url, () => serverLoader<typeof loader>());
}

/** Reloads after navigations, also to the same URL; not after forms or for the filter bar alone. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => formMethod === "GET" && !onlyFilterBarDiffers(currentUrl, nextUrl) && defaultShouldRevalidate;

/** Whether two URLs differ only in whether the filter bar is open. */
function onlyFilterBarDiffers(from: URL, to: URL): boolean {
  const before = parseDashboardState(from.searchParams);
  const after = parseDashboardState(to.searchParams);
  return before.filters !== after.filters && viewName(before) === viewName(after);
}

export default function Dashboard() {
  return <DashboardPage answer={useLoaderData<typeof clientLoader>()} />;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
