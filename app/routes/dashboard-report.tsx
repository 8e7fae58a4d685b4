import { data, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  useNavigation,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { exportRefusals, placeFreeAt } from "server/dashboard/export-places.server";
import { daysOf } from "~/lib/day";
import { buildReport } from "server/dashboard/report/report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { REPORT_PATH } from "~/features/dashboard/dashboard-url";
import { DashboardFrame } from "~/features/dashboard/dashboard-frame";
import { FiguresStatus } from "~/features/dashboard/figures-status";
import { readRequestedReport } from "~/features/dashboard/report/requested-report";
import {
  ageOf,
  answerOrDisplayed,
  useFurtherAnswers,
  type ReportAnswer,
} from "~/features/dashboard/report/report-answers";
import { ReportError } from "~/features/dashboard/report/report-error";
import { ReportForm } from "~/features/dashboard/report/report-form";
import { ReportScreen } from "~/features/dashboard/report/report-screen";
import { REPORT_TITLE, titleOf } from "~/features/dashboard/report/report-texts";
import { reportUrl } from "~/features/dashboard/report/report-url";
import { useKeptPlace } from "~/features/dashboard/use-kept-place";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { formatExactDateTime } from "~/lib/format-date";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches);
  const title =
    data?.problem === null ? `${REPORT_TITLE} · ${titleOf(data.request)}` : REPORT_TITLE;
  return pageMeta("dashboard", matches, { title, path: REPORT_PATH });
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const { dashboard, reportDays, inSandbox } = services();
  const wanted = await readRequestedReport(request.url, dashboard);
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
  });
  const answer: ReportAnswer = { ...wanted, sandbox: inSandbox.core, report: null, refusal: null };
  if (wanted.problem !== null) return data(answer, { status: 400, headers });
  const known = await reportDays.read(daysOf(wanted.request), requestContext().clientAddress);
  answer.report = buildReport(wanted.request, known, "one");
  if (known.refused === null) return data(answer, { headers });
  const { status, text } = exportRefusals[known.refused];
  const until = placeFreeAt();
  headers.set("Retry-After", retryAfter(until));
  answer.refusal = `${text} Try again when one has ended, or from ${formatExactDateTime(until)} on.`;
  return data(answer, { status, headers });
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return answerOrDisplayed(request, () => serverLoader<typeof loader>());
}

/** Page with the sums of the trips of a range of days. */
export default function DashboardReport() {
  const answer = useLoaderData<typeof clientLoader>();
  useFurtherAnswers(answer);
  useKeptPlace(answer);
  const { request, sandbox, lostAt = null } = answer;
  const isMoving = useNavigation().state === "loading";
  return (
    <DashboardFrame
      home={reportUrl(request)}
      tab={null}
      heading={REPORT_TITLE}
      breadcrumb={REPORT_TITLE}
      sandbox={sandbox}
      status={
        <div className="text-15 text-ink-2">
          <p role="status">
            {isMoving
              ? "Loading..."
              : lostAt !== null && "No answer came. The page goes on asking."}
          </p>
          <FiguresStatus age={ageOf(answer)} lostAt={lostAt} />
        </div>
      }
    >
      {/* The zoom makes a month's statement fit one printed sheet, A4 or Letter. */}
      <div
        className={`grid grid-cols-1 gap-4 aria-busy:opacity-60 aria-busy:transition-opacity aria-busy:delay-150 md:gap-6 print:gap-3 ${request.q === undefined ? "" : "print:[zoom:0.75]"}`}
        aria-busy={isMoving}
      >
        <ReportForm {...answer} />
        <ReportScreen {...answer} />
      </div>
    </DashboardFrame>
  );
}

export function ErrorBoundary() {
  return <ReportError />;
}
