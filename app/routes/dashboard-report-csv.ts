import type { LoaderFunctionArgs } from "@remix-run/node";
import { streamInPlace, exportRefusal } from "server/dashboard/export-places.server";
import { daysOf } from "~/lib/day";
import { buildReport } from "server/dashboard/report/report.server";
import { requestContext } from "server/process/request-context.server";
import { retryAfter } from "server/resilience/retry-after.server";
import { services } from "server/services.server";
import { csvHeaders } from "server/dashboard/csv-file-name.server";
import { reportCsv } from "~/features/dashboard/report/report-csv";
import { tooManyText } from "~/features/dashboard/report/report-texts";
import { readRequestedReport } from "~/features/dashboard/report/report-answers";
import { ceilToSecond, formatExactDateTime } from "~/lib/format-moment";

/** Time until the next request while days are being read. */
const READING_MS = 2_000;

/** Sends a whole report as CSV, or an error text that says why not and when to try again. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { dashboard, reportDays } = services();
  const { request: wanted, problem, today } = await readRequestedReport(request.url, dashboard);
  if (problem !== null) return refusal(400, problem);
  const { from, to, q, country } = wanted;
  const headers = csvHeaders(["report", from, to, country, q]);
  if (request.method === "HEAD") return new Response(null, { headers });

  const known = await reportDays.read(daysOf(wanted), requestContext().clientAddress);
  const report = buildReport(wanted, known, "all");
  if (report.isTooLong) return refusal(400, tooManyText(wanted));
  if (report.read === report.days && !report.isOutdated) {
    // The rows of a long file stay in memory while it is sent, so that each file takes a place.
    const lines = reportCsv(wanted, report, today);
    const sent = await streamInPlace(services(), () => Promise.resolve({ headers, lines }));
    return sent instanceof Response ? sent : refusal(sent.status, sent.text, sent.until);
  }
  if (known.refused !== null) {
    const { status, text, until } = exportRefusal(known.refused);
    return refusal(status, text, until);
  }
  const missing = report.missing.map(({ day, reason }) => ` ${day}: ${reason}.`).join("");
  const text = `${report.read} of ${report.days} days read.${missing}`;
  const retryTimes = [...known.days.values()].map(({ failure }) => failure?.retryAt ?? 0);
  const until = Math.max(Date.now() + READING_MS, ...retryTimes);
  const advice = `Try again from ${formatExactDateTime(ceilToSecond(until))} on.`;
  return refusal(503, `${text} ${advice}`, until);
}

/** @param until when to try again, epoch milliseconds */
function refusal(status: number, text: string, until?: number): Response {
  const headers = new Headers({
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "private, no-store",
  });
  if (until !== undefined) headers.set("Retry-After", retryAfter(until));
  return new Response(`${text}\n`, { status, headers });
}
