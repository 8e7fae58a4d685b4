import type { Report, ReportRequest, ReportRow } from "server/dashboard/report/report.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-moment";
import { FIGURES } from "./report-figures";

/** How many rows are written at once. */
const ROWS_AT_ONCE = 250;

/** What ends the name of a column. */
const UNITS = { count: "", beats: "", km: "_km", "km/h": "_kmh", clock: "_seconds" };

const FIGURE_COLUMNS = FIGURES.map(({ name, kind }) => {
  return `${name.toLowerCase().replace(" ", "_")}${UNITS[kind]}`;
});

/** What trips may lack, by which they are left out of a sum. */
const LACKED = FIGURES.flatMap(({ lacked }) => lacked ?? []);

/** Names of what is in no sum. It is stated in the line `total`, because it has no day or wallet. */
const LEFT_OUT = ["unreadable", "repeated", "starting_on_another_day"];

/**
 * Chunks of a report as CSV (RFC 4180): a line per row, then a line that starts with `total`.
 *
 * @param today the running day, `YYYY-MM-DD`: what includes it has the note `so far`
 */
export function* reportCsv(
  { by, from, to }: ReportRequest,
  { asOf, rows, total, unreadable, repeated, elsewhere }: Report,
  today: string,
): Generator<string> {
  const end = asOf === null ? null : formatIso(asOf);
  const line = (row: ReportRow, leftOut: readonly (number | null)[], isRunning: boolean) => {
    const { figures } = row;
    if (figures === null) return "";
    const values = FIGURES.map(({ key }) => rounded(figures[key]));
    const without = LACKED.map((what) => figures.without[what]);
    return csvLine([row.name, ...values, ...without, ...leftOut, end, isRunning ? "so far" : null]);
  };
  const without = LACKED.map((what) => `without_${what}`);
  const names = [by, ...FIGURE_COLUMNS, ...without, ...LEFT_OUT, "as_of", "note"];
  yield BYTE_ORDER_MARK + csvLine(names);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    yield some.map((row) => line(row, [null, null, null], row.name === today)).join("");
  }
  const leftOut = [unreadable, repeated, elsewhere];
  yield line({ name: "total", figures: total }, leftOut, from <= today && today <= to);
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
const rounded = (value: number | null) => value && Math.round(value * 1e6) / 1e6;
