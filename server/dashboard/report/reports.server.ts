import type { Slots } from "../../limits/concurrency-limits.server";
import { createDayReadings, type DayReadingsOptions } from "./day-readings.server";
import { isRecentDay } from "./known-days.server";
import { createReportReader, type ReportReader } from "./report-reader.server";

interface ReportsOptions extends Pick<DayReadingsOptions, "api"> {
  exports: Slots;
  /** When the newest trip started, epoch milliseconds; undefined while it is unknown. */
  newestTripAt: () => number | undefined;
}

/** Creates the reader of trip reports. All requests share the days that were read. */
export function createReports({ api, exports, newestTripAt }: ReportsOptions): ReportReader {
  /** The days that the presets of reports show, counted back from the newest trip. */
  const isRecent = (day: string) =>
    isRecentDay(day, Math.min(newestTripAt() ?? Infinity, Date.now()));
  return createReportReader(createDayReadings({ api, isRecent }), exports);
}
