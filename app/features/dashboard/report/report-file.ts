import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReportSums } from "server/dashboard/report/report-rows.server";
import type { Report, ReportRequest } from "server/dashboard/report/report.server";
import { BYTE_ORDER_MARK, csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";
import { reportValues } from "./report-figures";

/** How many rows are written per turn of the event loop. */
const ROWS_AT_ONCE = 250;

const UNITS = {
  distance: "km",
  hours: "h",
  averageDistance: "km",
  averageDuration: "s",
  averageSpeed: "km/h",
} as const;

/** Chunks of a report as JSON. If there are no sums, the rows are days with their trip counts. */
export async function* reportJson(request: ReportRequest, report: Report): AsyncGenerator<string> {
  const { from, to, asOf, tooMany, unreadable, rows, daily, before } = report;
  const { country = null, q = null } = request;
  const head = {
    from,
    to,
    asOf: asOf === null ? null : formatIso(asOf),
    country,
    q,
    ...(tooMany === null && { units: UNITS }),
    ...(unreadable > 0 && { unreadable }),
    sums: rangeValues(report),
    ...(before && { before: { from: before.from, to: before.to, sums: rangeValues(before) } }),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`;
  if (tooMany !== null) yield daily.map((day) => JSON.stringify(day)).join();
  else {
    const row = ({ name, sums }: Report["rows"][0]) =>
      JSON.stringify({ [request.by]: name, ...fileValues(sums) });
    yield* inParts(rows, row, ",");
  }
  yield "]}\n";
}

function rangeValues({ tooMany, sums }: Pick<Report, "tooMany" | "sums">) {
  return tooMany === null ? fileValues(sums) : { trips: tooMany };
}

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
    zeroDistance: sums.zeroDistance,
    over24Hours: sums.overADay,
    over200Kmh: sums.tooFast,
  };
}

/** Rounds to six decimals, which removes floating-point errors of the sums. */
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6;
}

async function* inParts<T>(items: readonly T[], format: (item: T) => string, separator: string) {
  for (let start = 0; start < items.length; start += ROWS_AT_ONCE) {
    const part = items.slice(start, start + ROWS_AT_ONCE).map(format);
    yield (start > 0 ? separator : "") + part.join(separator);
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
  "zero_distance",
  "over_24_hours",
  "over_200_kmh",
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
  yield* inParts(rows, line, "");
  yield line({ name: "total", sums });
}
