import { data, type MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, useLoaderData } from "@remix-run/react";
import { readReport } from "server/dashboard/report/read-report.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { REPORT_PATH } from "~/features/dashboard/dashboard-url";
import { DashboardFrame } from "~/features/dashboard/dashboard-frame";
import { readRequestedReport } from "~/features/dashboard/report/requested-report";
import { refusals } from "~/features/dashboard/report/refusal-words";
import { ReportForm } from "~/features/dashboard/report/report-form";
import { ReportScreen, titleOf } from "~/features/dashboard/report/report-screen";
import { reportUrl } from "~/features/dashboard/report/report-url";
import { sandboxWords } from "~/features/dashboard/sandbox-words";
import type { PageHandle } from "~/features/shell/page-handle";
import { errorMeta, pageMeta } from "~/features/shell/page-meta";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

const TITLE = "Trip Report";

export const handle: PageHandle = { theme: "chosen", routed: true };

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  if (error) return errorMeta(isRouteErrorResponse(error) ? error.status : 500, matches);
  const title =
    data && data.state.problem === null ? `${TITLE} · ${titleOf(data.state.request)}` : TITLE;
  return pageMeta("dashboard", matches, { title, path: REPORT_PATH });
};

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export async function loader({ request }: { request: Request }) {
  const { dashboard, reports, inSandbox, sandboxTrips } = services();
  const [wanted, sandbox] = await Promise.all([
    readRequestedReport(request.url, dashboard),
    inSandbox.core ? sandboxTrips.read().then(sandboxWords) : null,
  ]);
  const headers = new Headers({
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
  });
  const { state } = wanted;
  if (state.problem !== null) {
    const noReport = { report: null, refusal: null, isReading: false };
    return data({ ...wanted, sandbox, ...noReport }, { status: 400, headers });
  }
  const { report, refused, retryAt, isReading } = await readReport(reports, state.request, "page");
  let refusal: string | null = null;
  if (refused && retryAt !== null) {
    headers.set("Retry-After", retryAfter(retryAt));
    const at = formatExactDateTime(ceilToSecond(retryAt));
    refusal = `${refusals[refused].text} Try again when one has ended, or from ${at} on.`;
  }
  const status = refusal && refused ? refusals[refused].status : 200;
  return data({ ...wanted, sandbox, report, refusal, isReading }, { status, headers });
}

/** Page with the sums of the trips of a range of days. */
export default function DashboardReport() {
  const { state, countries, newest, endsWithTrips, sandbox, report, refusal, isReading } =
    useLoaderData<typeof loader>();
  return (
    <DashboardFrame
      home={reportUrl(state.request)}
      tab={null}
      heading={TITLE}
      breadcrumb={TITLE}
      sandbox={sandbox}
    >
      {/* The zoom makes a month's statement fit one printed sheet, A4 or Letter. */}
      <div
        className={`grid grid-cols-1 gap-4 md:gap-6 print:gap-3 ${state.request.q === undefined ? "" : "print:[zoom:0.75]"}`}
      >
        <ReportForm
          state={state}
          countries={countries}
          newest={newest}
          endsWithTrips={endsWithTrips}
        />
        {state.problem === null && report && (
          <ReportScreen
            request={state.request}
            report={report}
            refusal={refusal}
            isReading={isReading}
          />
        )}
      </div>
    </DashboardFrame>
  );
}
