import type {
  Report,
  ReportRequest,
  ReportRow,
  ReportSums,
} from "server/dashboard/report/report.server";
import { csvLine } from "~/lib/csv-line";
import { formatIso } from "~/lib/format-date";
import { reportValues } from "./report-figures";

/** Rows of a report where its trips are too many to be summed up: the days with their numbers. */
type CountRow = { day: string; trips: number | null };

const UNITS = {
  distance: "km",
  hours: "h",
  averageDistance: "km",
  averageDuration: "s",
  averageSpeed: "km/h",
} as const;

/** What a whole report has as JSON. */
export function reportJson(request: ReportRequest, report: Report) {
  const { from, to, asOf, tooMany, rows, daily, before } = report;
  const moment = asOf === null ? null : formatIso(asOf);
  const { country = null, q = null } = request;
  if (tooMany !== null) {
    return { from, to, asOf: moment, country, q, sums: { trips: tooMany }, rows: daily };
  }
  return {
    from,
    to,
    asOf: moment,
    country,
    q,
    units: UNITS,
    sums: fileValues(report.sums),
    rows: rows.map((row) => ({ [request.by]: row.name, ...fileValues(row.sums) })),
    ...(before && {
      before: {
        from: before.from,
        to: before.to,
        sums: before.tooMany === null ? fileValues(before.sums) : { trips: before.tooMany },
      },
    }),
  };
}

/** Values as files have them: exact, but for what adding fractions leaves behind the sixth digit. */
function fileValues(sums: ReportSums) {
  const { withoutDistance, withoutDuration, withoutBeats, withoutWallet } = sums;
  const { zeroDistance, overADay, tooFast } = sums;
  const rounded = Object.entries(reportValues(sums)).map(([name, value]) => {
    return [name, value === null ? null : Math.round(value * 1e6) / 1e6];
  });
  return {
    ...(Object.fromEntries(rounded) as ReturnType<typeof reportValues>), // name by name
    withoutDistance,
    withoutDuration,
    withoutBeats,
    withoutWallet,
    zeroDistance,
    over24Hours: overADay,
    over200Kmh: tooFast,
  };
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

/** The same as CSV (RFC 4180): one line for each row, and a last one that begins with `total`. */
export function reportCsv(request: ReportRequest, report: Report): string {
  const asOf = report.asOf === null ? null : formatIso(report.asOf);
  if (report.tooMany !== null) {
    const rows: CountRow[] = report.daily;
    return [
      csvLine(["day", "trips", "as_of"]),
      ...rows.map(({ day, trips }) => csvLine([day, trips, asOf])),
      csvLine(["total", report.tooMany, asOf]),
    ].join("");
  }
  const line = (name: string | null, sums: ReportRow["sums"]) =>
    csvLine([name, ...Object.values(fileValues(sums)), asOf]);
  return [
    csvLine([request.by, ...COLUMNS]),
    ...report.rows.map(({ name, sums }) => line(name, sums)),
    line("total", report.sums),
  ].join("");
}
