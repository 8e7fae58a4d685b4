import {
  data,
  replace,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import toast from "react-hot-toast/headless";
import { readReport } from "server/dashboard/report/read-report.server";
import { readView } from "server/dashboard/read-view.server";
import { retryAfter } from "server/limits/limits.server";
import { services } from "server/services.server";
import { postedTheme } from "server/session/theme.server";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import {
  DASHBOARD_PATH,
  dashboardUrl,
  isReport,
  parseDashboardState,
  REPORT_PATH,
} from "~/features/dashboard/dashboard-url";
import { readCopy, updatedView, type DashboardAnswer } from "~/features/dashboard/dashboard-view";
import { answerInBrowser, whoAnswers } from "~/features/dashboard/ask-server";
import { ReportPage, type ReportAnswer } from "~/features/dashboard/report/report-page";
import { parseReport } from "~/features/dashboard/report/report-url";
import { reportTitle, viewTitle } from "~/features/dashboard/screen-texts";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";

// The dashboard and its report. They share a module, so that no script is missing on the way from one to the other.

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error || !data) return errorMeta(matches, error);
  const page =
    "report" in data
      ? { title: reportTitle(data), path: REPORT_PATH }
      : { title: viewTitle(data.state) };
  return pageMeta("dashboard", matches, page);
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

/** Reads a report or a view. A page beyond the last of a list leads to that. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const ofReport = isReport(pathname);
  const { build, dashboard, inSandbox } = services();
  const found = ofReport
    ? await readReport(services(), parseReport(searchParams))
    : await readView(dashboard, parseDashboardState(searchParams));
  if ("tab" in found) return replace(dashboardUrl(found));
  const { view, status, retryAt } = found;
  const headers = {
    "Cache-Control": ofReport ? "private, no-store" : "private, no-cache",
    ...(ofReport && { "X-Robots-Tag": "noindex" }),
    ...(retryAt && { "Retry-After": retryAfter(retryAt) }),
  };
  return data({ ...view, build, sandbox: inSandbox.core }, { status, headers });
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
    // A newer choice ends the request of an older one.
    if (!request.signal.aborted) {
      const why = (await whoAnswers()) ? "" : "No answer came. ";
      toast.error(`${why}The theme stays as it is.`);
    }
  }
  return { theme: document.documentElement.dataset.theme };
}

/** The choice of a theme changes the display, not the figures; but it may end a move to other ones. */
export const shouldRevalidate: ShouldRevalidateFunction = (move) =>
  move.currentUrl.search !== move.nextUrl.search ||
  (move.formMethod !== "POST" && move.defaultShouldRevalidate);

export default function Dashboard() {
  const answer = useLoaderData<typeof clientLoader>();
  return "report" in answer ? <ReportPage {...answer} /> : <DashboardPage answer={answer} />;
}

export { DashboardError as ErrorBoundary } from "~/features/dashboard/dashboard-frame";
