import type { LoaderFunctionArgs } from "@remix-run/node";
import { placeFreeAt, readReport } from "server/dashboard/report/read-report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { refusals, tooManyText } from "~/features/dashboard/report/refusal-words";
import { reportCsv } from "~/features/dashboard/report/report-file";
import { readRequestedReport } from "~/features/dashboard/report/requested-report";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-date";
import { textStream } from "~/lib/text-stream";

/** A file with more rows holds an export slot while it is sent, because its rows stay in memory. */
const ROWS_WITHOUT_SLOT = 500;

/** Sends a whole report as CSV, or an error text that says why not and when to retry. */
export async function loader({ request }: LoaderFunctionArgs) {
  const headers = new Headers({ "Cache-Control": "private, no-store" });
  const refuse = (status: number, error: string) => {
    headers.delete("Content-Disposition");
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(`${error}\n`, { status, headers });
  };
  const refuseUntil = (retryAt: number, status: number, text: string) => {
    headers.set("Retry-After", retryAfter(retryAt));
    const at = formatExactDateTime(ceilToSecond(retryAt));
    return refuse(status, `${text} Try again from ${at} on.`);
  };

  const { dashboard, exports, logger, reports } = services();
  const { state } = await readRequestedReport(request.url, dashboard);
  if (state.problem !== null) return refuse(400, state.problem);
  const { from, to, q, country } = state.request;
  headers.set("Content-Type", "text/csv; charset=utf-8");
  headers.set("Content-Disposition", `attachment; filename="report_${from}_${to}.csv"`);
  if (request.method === "HEAD") return new Response(null, { headers });

  const { report, refused, retryAt } = await readReport(reports, state.request, "all");
  if (retryAt !== null && refused) {
    return refuseUntil(retryAt, refusals[refused].status, refusals[refused].text);
  }
  if (retryAt !== null) {
    const missing = report.missing.map(({ day, reason }) => ` ${day}: ${reason}.`).join("");
    return refuseUntil(retryAt, 503, `${report.read} of ${report.days} days read.${missing}`);
  }
  if (report.tooMany !== null && (q !== undefined || country !== undefined)) {
    return refuse(400, tooManyText(state.request, report.tooMany));
  }

  const connection = requestContext();
  if (report.rows.length > ROWS_WITHOUT_SLOT) {
    const { clientAddress, closed } = connection;
    const slot = exports.take(clientAddress);
    if (typeof slot === "string") {
      return refuseUntil(placeFreeAt(), refusals[slot].status, refusals[slot].text);
    }
    if (closed.aborted) slot.leave();
    else closed.addEventListener("abort", () => slot.leave(), { once: true });
  }
  const onError = (error: unknown) => logger.error({ err: error }, "report broke off");
  return new Response(textStream(reportCsv(state.request, report), connection, onError), {
    headers,
  });
}
