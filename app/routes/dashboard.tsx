import {
  data,
  replace,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import toast from "react-hot-toast/headless";
import { viewQueries } from "server/dashboard/dashboard-data.server";
import { exportRefusal } from "server/dashboard/export-places.server";
import { buildReport } from "server/dashboard/report/report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/limits/limits.server";
import { services } from "server/services.server";
import { postedTheme } from "server/session/cookies.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  isReport,
  parseDashboardState,
  REPORT_PATH,
} from "~/features/dashboard/dashboard-url";
import {
  isFailed,
  readCopy,
  updatedView,
  type DashboardAnswer,
  type ViewResults,
} from "~/features/dashboard/dashboard-view";
import { answerInBrowser } from "~/features/dashboard/open-page";
import { readRequestedReport, type ReportAnswer } from "~/features/dashboard/report/report-answers";
import { ReportPage, reportTitle } from "~/features/dashboard/report/report-page";
import { viewTitle } from "~/features/dashboard/screen-texts";
import { pageCount } from "~/features/dashboard/trips/paging";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { daysOf } from "~/lib/day";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";

// The dashboard and its report. They share a module, so that no script is missing on the way from one to the other.

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error || !data) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches);
  const page =
    "report" in data
      ? { title: reportTitle(data), path: REPORT_PATH }
      : { title: viewTitle(data.state) };
  return pageMeta("dashboard", matches, page);
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  return isReport(pathname) ? readReport(searchParams) : readView(searchParams);
}

async function readView(params: URLSearchParams) {
  const state = parseDashboardState(params);
  const { build, dashboard, inSandbox } = services();
  const reads = await dashboard.read(viewQueries(state));
  const named = Object.entries(reads).map(([name, read]) => {
    return [name, read instanceof UpstreamError ? { error: errorText(read) } : read];
  });
  const results = Object.fromEntries(named) as ViewResults; // the queries have the names of their results
  const lastPage = pageBeyondTheLast(results, state.page);
  if (lastPage) return replace(dashboardUrl({ ...state, page: lastPage }));
  const newestTrip = named.length > 0 ? dashboard.newestTrip() : null;
  const view: DashboardAnswer = { build, state, results, newestTrip, sandbox: inSandbox.core };
  const { status, retryAt } = viewStatus(reads);
  const headers = {
    "Cache-Control": "private, no-cache",
    ...(retryAt && { "Retry-After": retryAfter(retryAt) }),
  };
  return data(view, { status, headers });
}

/** The sentence that a view displays for a failed read, with the retry time. */
function errorText({ message, retryAt }: UpstreamError): string {
  if (retryAt === undefined) return message;
  return `${message}. You can try again at ${formatExactDateTime(ceilToSecond(retryAt))}.`;
}

/** The last page number if the URL's page is beyond it; otherwise null. */
function pageBeyondTheLast({ page }: ViewResults, asked: number): number | null {
  if (!page || isFailed(page) || page.value.trips.length > 0) return null;
  const last = pageCount(page.value.pagination);
  return asked > last ? last : null;
}

/**
 * HTTP status of a view, with the moment from which it may be retried (epoch milliseconds). 200 if it has any figures.
 * Otherwise 429 if the visitor's network is over its rate limit, 503 if the moment is known, or 502.
 */
function viewStatus(reads: Record<string, unknown>) {
  const figures = Object.keys(reads).flatMap((name) => (name === "filters" ? [] : reads[name]));
  const failures = figures.filter((read) => read instanceof UpstreamError);
  if (failures.length === 0 || failures.length < figures.length) return { status: 200 };
  const times = failures.flatMap(({ retryAt }) => retryAt ?? []);
  if (times.length === 0) return { status: 502 };
  const isOverLimit = failures.some(({ kind }) => kind === "over-limit");
  return { status: isOverLimit ? 429 : 503, retryAt: Math.max(...times) };
}

async function readReport(params: URLSearchParams) {
  const { build, dashboard, reportDays, inSandbox } = services();
  const wanted = await readRequestedReport(params, dashboard);
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
  });
  const range = wanted.problem === null ? daysOf(wanted.request) : [];
  const known = await reportDays.read(range, requestContext().clientAddress);
  const report = buildReport(wanted.request, known, "one");
  const answer: ReportAnswer = { build, ...wanted, sandbox: inSandbox.core, report, refusal: null };
  if (wanted.problem !== null) return data(answer, { status: 400, headers });
  if (known.refused === null) return data(answer, { headers });
  const { status, text, until } = exportRefusal(known.refused);
  headers.set("Retry-After", retryAfter(until));
  return data({ ...answer, refusal: text }, { status, headers });
}

/** Loads pages in the browser, from its stored copy or the server; see {@link answerInBrowser}. */
export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  if (isReport(pathname)) return answerInBrowser(request, () => serverLoader<ReportAnswer>());
  return answerInBrowser(request, () => serverLoader<DashboardAnswer>(), {
    copy: () => readCopy(parseDashboardState(searchParams)),
    update: updatedView,
  });
}

/** Stores the chosen theme in a cookie, and leads back to the page of the form. */
export async function action({ request }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const headers = await postedTheme(request);
  // What none of the page's forms sent is refused as on a page without forms.
  if (!headers) throw new Response(null, { status: 405, statusText: "Method Not Allowed" });
  const page = isReport(pathname) ? REPORT_PATH : DASHBOARD_PATH;
  return replace(page + search, { status: 303, headers });
}

/** With scripts the choice does not navigate, and a choice without an answer is taken back. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    await serverAction();
  } catch (error) {
    // The redirect that leads back to the page.
    if (error instanceof Response) return { theme: form.get("theme") };
  }
  toast.error("No answer came. The theme stays as it is.");
  // With this status nothing is loaded again, which would fail too.
  return Response.json(null, { status: 503 });
}

/** The choice of a theme changes the display, not the figures; but it may end a move to other ones. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod = "GET",
  defaultShouldRevalidate,
}) => currentUrl.search !== nextUrl.search || (formMethod === "GET" && defaultShouldRevalidate);

export default function Dashboard() {
  const answer = useLoaderData<typeof clientLoader>();
  return "report" in answer ? <ReportPage {...answer} /> : <DashboardPage answer={answer} />;
}

export { DashboardError as ErrorBoundary } from "~/features/dashboard/dashboard-frame";
