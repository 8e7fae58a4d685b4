import { data, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { exportRefusal } from "server/dashboard/export-places.server";
import { daysOf } from "~/lib/day";
import { buildReport } from "server/dashboard/report/report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { answerInBrowser } from "~/features/dashboard/browser-answers";
import { REPORT_PATH } from "~/features/dashboard/dashboard-url";
import { DashboardFrame } from "~/features/dashboard/dashboard-frame";
import { FiguresStatus } from "~/features/dashboard/figures-status";
import { readRequestedReport } from "~/features/dashboard/report/report-answers";
import {
  ageOf,
  timeUntilNext,
  type ReportAnswer,
} from "~/features/dashboard/report/report-answers";
import { ReportForm } from "~/features/dashboard/report/report-form";
import { ReportScreen } from "~/features/dashboard/report/report-screen";
import { titleOf } from "~/features/dashboard/report/report-texts";
import { screenTexts } from "~/features/dashboard/screen-texts";
import { TripCount } from "~/features/dashboard/trip-count";
import { useOpenPage } from "~/features/dashboard/use-open-page";
import { usePendingMove } from "~/features/dashboard/use-pending-move";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches);
  const { heading } = screenTexts.report;
  const title = data?.problem === null ? `${heading} · ${titleOf(data.request)}` : heading;
  return pageMeta("dashboard", matches, { title, path: REPORT_PATH });
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const { build, dashboard, reportDays, inSandbox } = services();
  const wanted = await readRequestedReport(request.url, dashboard);
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

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return answerInBrowser<ReportAnswer>(request, () => serverLoader<typeof loader>());
}

/** Page with the sums of the trips of a range of days. */
export default function DashboardReport() {
  const answer = useLoaderData<typeof clientLoader>();
  const moveKey = useOpenPage(answer, timeUntilNext(answer));
  const { request, problem, report, sandbox, lostAt = null } = answer;
  const isWhole = problem === null && !report.isTooLong && report.read === report.days;
  return (
    <DashboardFrame
      screen="report"
      sandbox={sandbox}
      isBusy={usePendingMove() !== null}
      notice={lostAt !== null && "No answer came. The page goes on asking."}
      status={<FiguresStatus age={ageOf(answer)} lostAt={lostAt} />}
    >
      <TripCount total={isWhole ? report.total.trips : null} moveKey={moveKey} />
      {/* The zoom makes a month's statement fit one printed sheet, A4 or Letter. */}
      <div
        className={`grid grid-cols-1 gap-4 md:gap-6 print:gap-3 ${request.q === undefined ? "" : "print:[zoom:0.75]"}`}
      >
        <ReportForm {...answer} />
        {problem === null && <ReportScreen {...answer} />}
      </div>
    </DashboardFrame>
  );
}

export { figuresStay as shouldRevalidate } from "~/features/dashboard/reload";
export { DashboardError as ErrorBoundary } from "~/features/dashboard/dashboard-error";
