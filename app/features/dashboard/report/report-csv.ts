import type { Report, ReportBy, ReportFigures } from "server/dashboard/report/report.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";

/** How many rows are written at once. */
const ROWS_AT_ONCE = 250;

/** Name and value of each column between the row's name and the moment of the figures. */
const COLUMNS: [name: string, value: (figures: ReportFigures) => number | null][] = [
  ["trips", ({ trips }) => trips],
  ["distance_km", ({ distance }) => distance],
  ["hours", ({ hours }) => hours],
  ["beats", ({ beats }) => beats],
  ["wallets", ({ wallets }) => wallets],
  ["average_distance_km", ({ averageDistance }) => averageDistance],
  ["average_duration_seconds", ({ averageDuration }) => averageDuration],
  ["average_speed_kmh", ({ averageSpeed }) => averageSpeed],
  ["without_distance", ({ withoutDistance }) => withoutDistance],
  ["without_duration", ({ withoutDuration }) => withoutDuration],
  ["without_beats", ({ withoutBeats }) => withoutBeats],
  ["without_wallet", ({ withoutWallet }) => withoutWallet],
];

/** Names of the trips that are in no sum. They are stated in the line `total`, because they have no day or wallet. */
const LEFT_OUT = ["unreadable", "repeated", "starting_on_another_day"];

/** Chunks of a report as CSV (RFC 4180): a line per row, then a line that starts with `total`. */
export async function* reportCsv(by: ReportBy, report: Report): AsyncGenerator<string> {
  const { asOf, rows, total, unreadable, repeated, elsewhere } = report;
  const moment = asOf === null ? null : formatIso(asOf);
  const line = (name: string | null, figures: ReportFigures, leftOut: (number | null)[]) => {
    const values = COLUMNS.map(([, value]) => rounded(value(figures)));
    return csvLine([name, ...values, ...leftOut, moment]);
  };
  const noneLeftOut = LEFT_OUT.map(() => null);
  yield BYTE_ORDER_MARK + csvLine([by, ...COLUMNS.map(([name]) => name), ...LEFT_OUT, "as_of"]);
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const lines = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map(({ name, figures }) => (figures ? line(name, figures, noneLeftOut) : ""));
    yield await Promise.resolve(lines.join(""));
  }
  yield line("total", total, [unreadable, repeated, elsewhere]);
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}
