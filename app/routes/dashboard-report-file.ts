import type { LoaderFunctionArgs } from "@remix-run/node";
import { readReport } from "server/dashboard/report/read-report.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { refusals, tooManyText } from "~/features/dashboard/report/refusal-words";
import { reportCsv, reportJson } from "~/features/dashboard/report/report-file";
import { wantedReport } from "~/features/dashboard/report/wanted-report";
import { BYTE_ORDER_MARK } from "~/lib/csv-line";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";

/** A whole report as CSV or JSON, for spreadsheets and programs; or a sentence that says why not, and when. */
export async function loader({ request }: LoaderFunctionArgs) {
  const isJson = /\.json\/?$/i.test(new URL(request.url).pathname);
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  const send = (type: string, body: string, status = 200) => {
    headers.set("Content-Type", `${type}; charset=utf-8`);
    return new Response(body, { status, headers });
  };
  const refuse = (status: number, error: string, retryAt?: number) => {
    if (retryAt !== undefined) headers.set("Retry-After", retryAfter(retryAt));
    return isJson
      ? send("application/json", `${JSON.stringify({ error })}\n`, status)
      : send("text/plain", `${error}\n`, status);
  };

  const { dashboard, reports } = services();
  const { state } = await wantedReport(request.url, dashboard);
  if (state.problem !== null) return refuse(400, state.problem);
  const { report, refused, retryAt } = await readReport(reports, state.request, "all");
  if (retryAt !== null) {
    const again = `Try again from ${formatExactDateTime(ceilToSecond(retryAt))} on.`;
    if (refused) {
      const { status, text } = refusals[refused];
      return refuse(status, `${text} ${again}`, retryAt);
    }
    const ranges = report.before === null ? [report] : [report, report.before];
    const sum = (of: "read" | "days") => ranges.reduce((total, range) => total + range[of], 0);
    const missing = ranges
      .flatMap((range) => range.missing)
      .map(({ day, reason }) => ` ${day}: ${reason}.`);
    const read = `${sum("read")} of ${sum("days")} days read.`;
    return refuse(503, `${read}${missing.join("")} ${again}`, retryAt);
  }
  const { q, country } = state.request;
  if (report.tooMany !== null && (q !== undefined || country !== undefined)) {
    return refuse(400, tooManyText(state.request, report.tooMany));
  }
  if (isJson) {
    const json = reportJson(state.request, report);
    return send("application/json", `${JSON.stringify(json)}\n`);
  }
  const { from, to } = state.request;
  headers.set("Content-Disposition", `attachment; filename="report_${from}_${to}.csv"`);
  return send("text/csv", BYTE_ORDER_MARK + reportCsv(state.request, report));
}
