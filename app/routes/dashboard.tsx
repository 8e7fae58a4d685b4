import { data, replace, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { viewQueries } from "server/dashboard/dashboard-data.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { answerInBrowser } from "~/features/dashboard/browser-answers";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import {
  dashboardUrl,
  parseDashboardState,
  type DashboardState,
} from "~/features/dashboard/dashboard-url";
import {
  isFailed,
  mainResults,
  shownResults,
  type DashboardView,
  type FailedQuery,
  type ViewResults,
} from "~/features/dashboard/dashboard-view";
import { readCopy, updatedView, type DashboardAnswer } from "~/features/dashboard/kept-views";
import { viewTitle } from "~/features/dashboard/screen-texts";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { pageCount } from "~/features/dashboard/trips/paging";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  error
    ? errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches)
    : pageMeta("dashboard", matches, {
        title: viewTitle(data?.state),
      });

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const state = parseDashboardState(new URL(request.url).searchParams);
  const { build, dashboard, inSandbox } = services();
  const results = await readResults(state);
  const lastPage = pageBeyondTheLast(results, state);
  if (lastPage) return replace(dashboardUrl({ ...state, page: lastPage }));
  const newestTrip = Object.keys(results).length > 0 ? dashboard.newestTrip() : null;
  const view: DashboardView = { build, state, results, newestTrip, sandbox: inSandbox.core };
  const { status, retryAt } = viewStatus(view);
  const headers = {
    "Cache-Control": "private, no-cache",
    ...(retryAt && { "Retry-After": retryAfter(retryAt, Date.now()) }),
  };
  return data(view, { status, headers });
}

async function readResults(state: DashboardState): Promise<ViewResults> {
  const reads = Object.entries<unknown>(await services().dashboard.read(viewQueries(state)));
  const results = reads.flatMap(([name, item]) =>
    item === undefined ? [] : [[name, item instanceof UpstreamError ? failedQuery(item) : item]],
  );
  return Object.fromEntries(results) as ViewResults; // the queries have the names of their results
}

/** Converts an upstream error into the sentence to display, with the retry time. */
function failedQuery({ kind, message, retryAt }: UpstreamError): FailedQuery {
  if (retryAt === undefined) return { error: message };
  const at = formatExactDateTime(ceilToSecond(retryAt));
  const sentence = `${message}. You can try again at ${at}.`;
  return { error: sentence, retryAt, ...(kind === "over-limit" && { overLimit: true }) };
}

/** The last page number if the URL's page is beyond it; otherwise null. */
function pageBeyondTheLast({ page }: ViewResults, state: DashboardState): number | null {
  if (!page || isFailed(page) || page.value.trips.length > 0) return null;
  const last = pageCount(page.value.pagination);
  return state.page > last ? last : null;
}

/**
 * HTTP status of a view, with the moment from which it may be retried (epoch milliseconds). 200 if it has any figures.
 * Otherwise 429 if the visitor's network is over its rate limit, 503 if the moment is known, or 502.
 */
function viewStatus(view: DashboardView): { status: number; retryAt?: number } {
  const failures = mainResults(view).filter(isFailed);
  if (failures.length === 0 || shownResults(view).length > 0) return { status: 200 };
  const times = failures.flatMap(({ retryAt }) => retryAt ?? []);
  if (times.length === 0) return { status: 502 };
  const isOverLimit = failures.some(({ overLimit }) => overLimit);
  return { status: isOverLimit ? 429 : 503, retryAt: Math.max(...times) };
}

/** Loads views in the browser, from its stored copy or the server; see {@link answerInBrowser}. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return answerInBrowser<DashboardAnswer>(request, () => serverLoader<typeof loader>(), {
    copy: () => readCopy(parseDashboardState(new URL(request.url).searchParams)),
    update: updatedView,
  });
}

export default function Dashboard() {
  return <DashboardPage answer={useLoaderData<typeof clientLoader>()} />;
}

export { figuresStay as shouldRevalidate } from "~/features/dashboard/reload";
export { DashboardError as ErrorBoundary } from "~/features/dashboard/dashboard-error";
