import { data, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  useLoaderData,
  useNavigation,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { exportRefusals, placeFreeAt } from "server/dashboard/export-places.server";
import { daysOf } from "server/dashboard/report/days.server";
import { buildReport } from "server/dashboard/report/report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { endMove } from "~/features/dashboard/browser-answers";
import { REPORT_PATH } from "~/features/dashboard/dashboard-url";
import { DashboardFrame } from "~/features/dashboard/dashboard-frame";
import { readRequestedReport } from "~/features/dashboard/report/requested-report";
import {
  answerOrDisplayed,
  useDisplayed,
  type ReportAnswer,
} from "~/features/dashboard/report/report-answers";
import { ReportError } from "~/features/dashboard/report/report-error";
import { ReportForm } from "~/features/dashboard/report/report-form";
import { ReportScreen, useNewestAnswer } from "~/features/dashboard/report/report-screen";
import { REPORT_TITLE, titleOf } from "~/features/dashboard/report/report-texts";
import { reportUrl } from "~/features/dashboard/report/report-url";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { formatExactDateTime } from "~/lib/format-date";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches);
  const title =
    data && data.state.problem === null
      ? `${REPORT_TITLE} · ${titleOf(data.state.request)}`
      : REPORT_TITLE;
  return pageMeta("dashboard", matches, { title, path: REPORT_PATH });
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const { dashboard, reportDays, inSandbox } = services();
  const sandbox = inSandbox.core;
  const wanted = await readRequestedReport(request.url, dashboard);
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
  });
  const answer: ReportAnswer = { ...wanted, at: Date.now(), sandbox, report: null, refusal: null };
  const { state } = wanted;
  if (state.problem !== null) return data(answer, { status: 400, headers });
  const { clientAddress } = requestContext();
  const known = await reportDays.read(daysOf(state.request), clientAddress);
  answer.report = buildReport(state.request, known, "one");
  if (known.refused === null) return data(answer, { headers });
  const { status, text } = exportRefusals[known.refused];
  const until = placeFreeAt();
  headers.set("Retry-After", retryAfter(until));
  answer.refusal = `${text} Try again when one has ended, or from ${formatExactDateTime(until)} on.`;
  return data(answer, { status, headers });
}

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const answer = answerOrDisplayed(request.url, () => serverLoader<typeof loader>());
  return answer.catch((error: unknown) => endMove(error, request));
}

/** Page with the sums of the trips of a range of days. */
export default function DashboardReport() {
  const answer = useNewestAnswer(useLoaderData<typeof clientLoader>());
  useDisplayed(answer);
  const { state, countries, newest, endsWithTrips, sandbox, report } = answer;
  const isMoving = useNavigation().state === "loading";
  return (
    <DashboardFrame
      home={reportUrl(state.request)}
      tab={null}
      heading={REPORT_TITLE}
      breadcrumb={REPORT_TITLE}
      sandbox={sandbox}
      status={
        <p role="status" className="text-ink-2">
          {isMoving && "Loading..."}
        </p>
      }
    >
      {/* The zoom makes a month's statement fit one printed sheet, A4 or Letter. */}
      <div
        className={`grid grid-cols-1 gap-4 md:gap-6 print:gap-3 ${state.request.q === undefined ? "" : "print:[zoom:0.75]"}`}
        aria-busy={isMoving}
      >
        <ReportForm
          state={state}
          countries={countries}
          newest={newest}
          endsWithTrips={endsWithTrips}
        />
        {state.problem === null && report && (
          <ReportScreen answer={answer} request={state.request} report={report} />
        )}
      </div>
    </DashboardFrame>
  );
}

export function ErrorBoundary() {
  return <ReportError />;
}
