import { beforeEach, vi } from "vitest";
import { singleInstanceTier, type SharedTier } from "server/cache/shared-tier.server";
import { createDayReadings } from "server/dashboard/report/day-readings.server";
import { isRecentDay } from "server/dashboard/report/known-days.server";
import { createReportReader } from "server/dashboard/report/report-reader.server";
import { createSlots } from "server/limits/concurrency-limits.server";
import type { Trip, TripListQuery, TripPage } from "server/upstream/contracts/trips.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "./shared-memory";

const NOW = Date.UTC(2025, 7, 20, 12);
export const [MONDAY, TUESDAY, TODAY] = ["2025-08-18", "2025-08-19", "2025-08-20"] as const;

export const trip = (day: string, number: number): Trip => ({
  id: `${day}/${number}`,
  wallet: "0xabc",
  startTime: Date.parse(day) + number * 1000,
  endTime: null,
  duration: { seconds: 60 },
  distance: 1.5,
  beats: 2,
  country: "India",
});

/** Puts the tests of a file on a clock that stands at noon of TODAY until it is moved. */
export function onReportClock(): void {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
}

/** Lets so many seconds pass, and everything that was due. */
export const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

export function upstream(tripsOn: Record<string, number>) {
  const calls: string[] = [];
  const failures = new Map<string, UpstreamError>();
  let gate: Promise<unknown> = Promise.resolve();
  let held = 1;
  async function trips({ page, limit, date = "" }: TripListQuery): Promise<TripPage> {
    calls.push(`${date} ${page}`);
    if (page >= held) await gate;
    const failure = failures.get(date);
    if (failure) throw failure;
    const totalItems = tripsOn[date] ?? 0;
    const first = (page - 1) * limit;
    const count = Math.max(0, Math.min(limit, totalItems - first));
    const hasNextPage = first + count < totalItems;
    return {
      trips: Array.from({ length: count }, (_, index) => trip(date, first + index)),
      pagination: {
        currentPage: page,
        itemsPerPage: limit,
        totalItems,
        hasPrevPage: page > 1,
        hasNextPage,
      },
    };
  }
  /** @param from the first page that waits */
  const hold = (from = 1) => {
    held = from;
    let open!: () => void;
    gate = new Promise<void>((resolve) => (open = resolve));
    return open;
  };
  return { trips, calls, failures, hold };
}

const isRecent = (day: string) => isRecentDay(day, Date.now());

export function reader(
  api: Pick<ReturnType<typeof upstream>, "trips">,
  tier: SharedTier = singleInstanceTier,
) {
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const reports = createReportReader(createDayReadings({ api, tier, isRecent }), exports);
  const look = async (days: string[], address = "192.0.2.1") => {
    const looking = reports.look([days], address, 1_000);
    await seconds(1);
    return looking;
  };
  /** What is known of each day after a second: its trips, that they were counted, or why it could not be read. */
  const trips = async (days: string[], address?: string) => tripsOf(await look(days, address));
  return { look, trips, exports, reports };
}

export function reading(tripsOn: Record<string, number>) {
  const api = upstream(tripsOn);
  return { api, ...reader(api) };
}

/** The same with two instances that share what they have read. */
export function twoReading(tripsOn: Record<string, number>, fetchMs = 60_000) {
  const api = upstream(tripsOn);
  const shared = new SharedMemory(Date.now);
  const start = () => reader(api, shared.connection(fetchMs).tier);
  return { api, shared, one: start(), other: start() };
}

export const tripsOf = (look: Awaited<ReturnType<ReturnType<typeof reader>["look"]>>) =>
  [...look.days].map(([day, { known, failed }]) => {
    const sum = known?.groups?.reduce((all, { trips }) => all + trips, 0);
    return `${day}: ${sum ?? failed?.error.message ?? (known && "counted")}`;
  });
