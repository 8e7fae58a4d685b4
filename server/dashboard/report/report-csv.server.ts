import type { reportSums } from "~/content/dashboard";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-moment";
import { csvHeaders } from "../csv-headers.server";
import { refusalUntil, streamInSlot, type ExportParts, type NoFile } from "../export-stream.server";
import {
  requestedReport,
  reportOn,
  type AskedReport,
  type ReportSources,
} from "./read-report.server";
import type { Report, ReportRequest, ReportRow } from "./report.server";

/** Time until the next request while days are being read. */
const READING_MS = 2_000;

/** Sends all rows of a report as CSV. @param headersOnly for HEAD */
export async function exportReport(
  sources: ReportSources & ExportParts,
  asked: AskedReport,
  sums: typeof reportSums,
  headersOnly: boolean,
): Promise<Response | NoFile> {
  const wanted = await requestedReport(sources, asked);
  const { request, problem, today } = wanted;
  if (problem !== null) return { status: 400, text: problem };
  const { from, to, q, country } = request;
  const headers = csvHeaders(["report", from, to, country, q]);
  if (headersOnly) return new Response(null, { headers });

  const report = await reportOn(sources, wanted, "all");
  const { read, days, missing, isOutdated, tooMany, refusal } = report;
  if (tooMany !== null) return { status: 400, text: tooMany };
  if (read === days && !isOutdated) {
    // The rows of a long file stay in memory while it is sent, so that each file takes a slot.
    const lines = reportCsv(request, report, sums, today);
    return streamInSlot(sources, () => Promise.resolve({ headers, lines }));
  }
  if (refusal !== null) return refusal;
  const reasons = missing.map(({ day, reason }) => ` ${day}: ${reason}.`).join("");
  const until = Math.max(Date.now() + READING_MS, ...missing.map(({ retryAt = 0 }) => retryAt));
  return refusalUntil(until, `${read} of ${days} days read.${reasons}`);
}

/** How many rows are written at once. */
const ROWS_AT_ONCE = 250;

/** The units in the names of columns. */
const UNITS = { count: "", beats: "", km: "_km", clock: "_seconds", "km/h": "_kmh" };

/** Names of what is in no sum. It is stated in the line `total`, because it has no day or wallet. */
const LEFT_OUT = ["unreadable", "repeated", "starting_on_another_day"];

/**
 * Chunks of a report as CSV (RFC 4180): a line per row, then a line that starts with `total`.
 *
 * @param sums the columns with sums
 * @param today the running day, `YYYY-MM-DD`: what includes it has the note `so far`
 */
export function* reportCsv(
  { by, from, to }: ReportRequest,
  { asOf, rows, total, leftOut }: Report,
  sums: typeof reportSums,
  today: string,
): Generator<string> {
  const end = asOf === null ? null : formatIso(asOf);
  const lackable = sums.flatMap(({ lacked }) => lacked ?? []);
  const line = (row: ReportRow, leftOut: readonly (number | null)[], isRunning: boolean) => {
    const { figures } = row;
    if (figures === null) return "";
    const values = sums.map(({ key }) => rounded(figures[key]));
    const without = lackable.map((what) => figures.without[what]);
    return csvLine([row.name, ...values, ...without, ...leftOut, end, isRunning ? "so far" : null]);
  };
  const names = sums.map(({ name, kind }) => name.toLowerCase().replaceAll(" ", "_") + UNITS[kind]);
  const without = lackable.map((what) => `without_${what}`);
  yield BYTE_ORDER_MARK + csvLine([by, ...names, ...without, ...LEFT_OUT, "as_of", "note"]);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    yield some.map((row) => line(row, [null, null, null], row.name === today)).join("");
  }
  const counts = [leftOut.unreadable, leftOut.repeated, leftOut.elsewhere];
  yield line({ name: "total", figures: total }, counts, from <= today && today <= to);
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
const rounded = (value: number | null) => value && Math.round(value * 1e6) / 1e6;
