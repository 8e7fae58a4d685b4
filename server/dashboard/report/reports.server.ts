import { createRedisTier, DAYS } from "../../cache/redis-tier.server";
import { singleInstanceTier } from "../../cache/shared-tier.server";
import type { Slots } from "../../limits/concurrency-limits.server";
import type { Redis } from "../../redis/redis.server";
import { createDayReadings, LEASE_MS, type DayReadingsOptions } from "./day-readings.server";
import { dayShape } from "./day-sums.server";
import { isRecentDay } from "./known-days.server";
import { createReportReader, type ReportReader } from "./report-reader.server";

interface ReportsOptions extends Pick<DayReadingsOptions, "api"> {
  exports: Slots;
  /** Shares the days that were read between instances; null for a single instance. */
  redis: Redis | null;
  /** When the newest trip started, epoch milliseconds; undefined while it is unknown. */
  newestTripAt: () => number | undefined;
}

/** Creates the reader of trip reports. All requests share the days that were read; with Redis, all instances do. */
export function createReports({ api, exports, redis, newestTripAt }: ReportsOptions): ReportReader {
  /** The days that the presets of reports show, counted back from the newest trip. */
  const isRecent = (day: string) =>
    isRecentDay(day, Math.min(newestTripAt() ?? Infinity, Date.now()));
  const tier = redis
    ? createRedisTier({
        redis,
        fetchMs: LEASE_MS,
        shapes: { day: dayShape },
        defaultKeys: { has: isRecent },
        isTyped: () => false,
        bounds: DAYS,
      })
    : singleInstanceTier;
  return createReportReader(createDayReadings({ api, tier, isRecent }), exports);
}
