import type { Report, ReportFigures, ReportRequest } from "server/dashboard/report/report.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-moment";

/** How many rows are written at once. */
const ROWS_AT_ONCE = 250;

/** Name of each column after the row's name, and the figure that it holds. */
const COLUMNS: [name: string, key: keyof ReportFigures][] = [
  ["trips", "trips"],
  ["distance_km", "distance"],
  ["hours", "hours"],
  ["beats", "beats"],
  ["wallets", "wallets"],
  ["average_distance_km", "averageDistance"],
  ["average_duration_seconds", "averageDuration"],
  ["average_speed_kmh", "averageSpeed"],
  ["without_distance", "withoutDistance"],
  ["without_duration", "withoutDuration"],
  ["without_beats", "withoutBeats"],
  ["without_wallet", "withoutWallet"],
];

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
    const values = COLUMNS.map(([, key]) => rounded(figures[key]));
    const isRunning = name === "total" ? from <= today && today <= to : name === today;
    return csvLine([name, ...values, ...leftOut, end, isRunning ? "so far" : null]);
  };
  const names = COLUMNS.map(([name]) => name);
  yield BYTE_ORDER_MARK + csvLine([by, ...names, ...LEFT_OUT, "as_of", "note"]);
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
