import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReportSums } from "server/dashboard/report/report-rows.server";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";
import { reportValues } from "./report-figures";

/** How many rows are written per turn of the event loop. */
const ROWS_AT_ONCE = 250;

/** The values of a row in files, in the order of {@link COLUMNS}. */
function fileValues(sums: ReportSums) {
  const values = reportValues(sums);
  return {
    trips: values.trips,
    distance: rounded(values.distance),
    hours: rounded(values.hours),
    beats: rounded(values.beats),
    wallets: values.wallets,
    averageDistance: rounded(values.averageDistance),
    averageDuration: rounded(values.averageDuration),
    averageSpeed: rounded(values.averageSpeed),
    withoutDistance: sums.withoutDistance,
    withoutDuration: sums.withoutDuration,
    withoutBeats: sums.withoutBeats,
    withoutWallet: sums.withoutWallet,
  };
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}

async function* inParts<T>(items: readonly T[], format: (item: T) => string) {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    const part = items.slice(start, start + ROWS_AT_ONCE).map(format);
    yield part.join("");
    await nextTurn();
  }
}

const COLUMNS = [
  "trips",
  "distance_km",
  "hours",
  "beats",
  "wallets",
  "average_distance_km",
  "average_duration_seconds",
  "average_speed_kmh",
  "without_distance",
  "without_duration",
  "without_beats",
  "without_wallet",
  "as_of",
];

/** Chunks of a report as CSV (RFC 4180): a line per row, then a line that starts with `total`. */
export async function* reportCsv(request: ReportRequest, report: Report): AsyncGenerator<string> {
  const { asOf, tooMany, rows, daily, sums } = report;
  const moment = asOf === null ? null : formatIso(asOf);
  yield BYTE_ORDER_MARK;
  if (tooMany !== null) {
    yield csvLine(["day", "trips", "as_of"]);
    yield daily.map(({ day, trips }) => csvLine([day, trips, moment])).join("");
    yield csvLine(["total", tooMany, moment]);
    return;
  }
  const line = ({ name, sums }: Report["rows"][0]) =>
    csvLine([name, ...Object.values(fileValues(sums)), moment]);
  yield csvLine([request.by, ...COLUMNS]);
  yield* inParts(rows, line);
  yield line({ name: "total", sums });
}
