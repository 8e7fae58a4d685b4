import type { Report, ReportFigures, ReportRequest } from "server/dashboard/report/report.server";
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
export async function* reportCsv(
  { by, from, to }: ReportRequest,
  { asOf, rows, total, unreadable, repeated, elsewhere }: Report,
  today: string,
): AsyncGenerator<string> {
  const end = asOf === null ? null : formatIso(asOf);
  const line = (name: string | null, figures: ReportFigures, leftOut: (number | null)[]) => {
    const values = FIGURES.map(({ key }) => rounded(figures[key]));
    const without = LACKED.map((what) => figures.without[what]);
    const isRunning = name === "total" ? from <= today && today <= to : name === today;
    return csvLine([name, ...values, ...without, ...leftOut, end, isRunning ? "so far" : null]);
  };
  const without = LACKED.map((what) => `without_${what}`);
  const names = [by, ...FIGURE_COLUMNS, ...without, ...LEFT_OUT, "as_of", "note"];
  yield BYTE_ORDER_MARK + csvLine(names);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    yield await Promise.resolve(
      some.map(({ name, figures }) => figures && line(name, figures, [null, null, null])).join(""),
    );
  }
  yield line("total", total, [unreadable, repeated, elsewhere]);
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
const rounded = (value: number | null) => value && Math.round(value * 1e6) / 1e6;
