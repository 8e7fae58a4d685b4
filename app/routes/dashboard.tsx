import sheet from "~/styles/pages/dashboard.css?url";
import { data, redirect, type LinksFunction, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import type { Cached } from "server/cache/cache-result.server";
import type { DashboardData } from "server/dashboard/dashboard-data.server";
import { serverTiming } from "server/cache/server-timing.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { chartNames } from "server/upstream/contracts/dashboard.server";
import { PAGE_SIZE } from "server/upstream/contracts/trips.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { answerInBrowser } from "~/features/dashboard/view-loading";
import { isFailed, type QueryResult } from "~/features/dashboard/query-result";
import { DashboardError } from "~/features/dashboard/dashboard-error";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import {
  viewHttpStatus,
  viewRetryAt,
  type DashboardView,
  type TripResults,
} from "~/features/dashboard/dashboard-view";
import type { FleetResults } from "~/features/dashboard/fleet/fleet-view";
import { sandboxWords } from "~/features/dashboard/sandbox-words";
import { viewTitle } from "~/features/dashboard/tabs";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { pageCount } from "~/features/dashboard/trips/page-numbers";
import { dayBeforeQuery } from "~/features/dashboard/trips/trip-filter";
import { upstreamTripQuery } from "~/features/dashboard/trips/upstream-query";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const handle: PageHandle = { theme: "chosen" };

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
  const [fleet, trips, sandbox] = await Promise.all([
    state.tab === "fleet-overview" ? readFleet(dashboard) : null,
    state.tab === "trip" ? readTrips(dashboard, state) : null,
    inSandbox.core ? sandboxTrips.read().then(sandboxWords) : null,
  ]);
  const beyond = trips && pageBeyondTheLast(trips, state);
  if (beyond) return redirect(dashboardUrl({ ...state, page: beyond }));
  const newestTrip = fleet || trips ? dashboard.newestTrip() : null;
  const view: DashboardView = { state, fleet, trips, newestTrip };
  const retryAt = viewRetryAt(view);
  const headers = {
    "Cache-Control": "private, no-cache",
    "Server-Timing": timing(fleet ?? trips ?? {}),
    ...(retryAt && { "Retry-After": retryAfter(retryAt, Date.now()) }),
  };
  return data({ view, sandbox }, { status: viewHttpStatus(view), headers });
}

async function readFleet(dashboard: DashboardData): Promise<FleetResults> {
  const [metrics, ...charts] = await Promise.all([
    asQueryResult(dashboard.metrics()),
    ...chartNames.map(async (name) => [name, await asQueryResult(dashboard[name]())] as const),
  ]);
  // Every chart has one.
  return { metrics, ...(Object.fromEntries(charts) as Omit<FleetResults, "metrics">) };
}

async function readTrips(dashboard: DashboardData, state: DashboardState): Promise<TripResults> {
  const query = upstreamTripQuery(state, PAGE_SIZE);
  const comparison = readDayBefore(dashboard, state);
  const [page, filters] = await Promise.all([
    asQueryResult("q" in query ? dashboard.searchTrips(query) : dashboard.trips(query)),
    asQueryResult(dashboard.filters()),
  ]);
  const dayBefore = comparison && (await Promise.race([comparison, comparisonIsLate()]));
  return dayBefore ? { page, filters, dayBefore } : { page, filters };
}

/** How many trips the day before has, if that can be had; null while no day is set. Never rejects. */
function readDayBefore(
  dashboard: DashboardData,
  state: DashboardState,
): Promise<Cached<number> | undefined> | null {
  const query = dayBeforeQuery(state, PAGE_SIZE);
  if (query === null) return null;
  return dashboard.trips(query).then(
    (list) => ({ ...list, value: list.value.pagination.totalItems }),
    () => undefined,
  );
}

/** What could be had, or the sentence that says why not; a fault of our own goes on its way. */
function asQueryResult<T>(read: Promise<Cached<T>>): Promise<QueryResult<T>> {
  return read.catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    const { kind, message, retryAt } = error;
    if (retryAt === undefined) return { error: message };
    const at = formatExactDateTime(ceilToSecond(retryAt));
    const sentence = `${message}. You can try again at ${at}.`;
    return { error: sentence, retryAt, ...(kind === "over-limit" && { overLimit: true }) };
  });
}

function timing(results: object): string {
  const statuses = Object.entries(results as Record<string, QueryResult<unknown>>).map(
    ([name, result]) => [name, isFailed(result) ? null : result] as const,
  );
  return serverTiming(Object.fromEntries(statuses));
}

/** A page that is there waits that long for the number that it is compared with, in milliseconds. */
const COMPARISON_WAIT = 200;

function comparisonIsLate(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), COMPARISON_WAIT));
}

/** The last page, when the URL asks for one after it. */
function pageBeyondTheLast({ page }: TripResults, state: DashboardState): number | null {
  if (isFailed(page) || page.value.trips.length > 0) return null;
  const last = pageCount(page.value.pagination);
  return state.page > last ? last : null;
}

/** In the browser: what it has of its own comes first, and the server's answer after it. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return answerInBrowser(request.url, () => serverLoader<typeof loader>());
}

/** The page's one form that posts chooses day or night, which changes no figure. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;

export default function Dashboard() {
  return <DashboardPage answer={useLoaderData<typeof clientLoader>()} />;
}

export function ErrorBoundary() {
  return <DashboardError />;
}
