import { beforeEach, vi } from "vitest";
import { createDayReadings } from "server/dashboard/report/day-readings.server";
import { isRecentDay } from "server/dashboard/report/known-days.server";
import { createReportReader } from "server/dashboard/report/report-reader.server";
import { createSlots } from "server/limits/concurrency-limits.server";
import type { Trip, TripListQuery, TripPage } from "server/upstream/contracts/trips.server";
import type { UpstreamError } from "server/upstream/upstream-error.server";

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

/** Gives each test of a file a fake clock that starts at noon of TODAY and moves only by the test. */
export function onReportClock(): void {
  beforeEach(() => void vi.useFakeTimers({ now: NOW }));
}

/** Advances the clock by this many seconds and runs the timers that are due. */
export const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

/** A fake core API with this many trips on each day. */
export function upstream(tripsOn: Record<string, number>) {
  const calls: string[] = [];
  const failures = new Map<string, UpstreamError>();
  let gate: Promise<unknown> = Promise.resolve();
  let firstHeldPage = 1;
  async function trips({ page, limit, date = "" }: TripListQuery): Promise<TripPage> {
    calls.push(`${date} ${page}`);
    if (page >= firstHeldPage) await gate;
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
  /** Makes calls wait until the returned function is called. @param from first page that waits */
  const hold = (from = 1) => {
    firstHeldPage = from;
    let open!: () => void;
    gate = new Promise<void>((resolve) => (open = resolve));
    return open;
  };
  return { trips, calls, failures, hold };
}

const isRecent = (day: string) => isRecentDay(day, Date.now());

export function reader(api: Pick<ReturnType<typeof upstream>, "trips">) {
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const reports = createReportReader(createDayReadings({ api, isRecent }), exports);
  const look = async (days: string[], address = "192.0.2.1") => {
    const pendingLook = reports.look(days, address, 1_000);
    await seconds(1);
    return pendingLook;
  };
  /** Per day, as read within a second: its number of trips, "counted", or the error's message. */
  const trips = async (days: string[], address?: string) => tripsOf(await look(days, address));
  return { look, trips, exports, reports };
}

/** A fake core API with this many trips on each day, and a reader of it. */
export function reading(tripsOn: Record<string, number>) {
  const api = upstream(tripsOn);
  return { api, ...reader(api) };
}

export const tripsOf = (look: Awaited<ReturnType<ReturnType<typeof reader>["look"]>>) =>
  [...look.days].map(([day, { known, failed }]) => {
    const sum = known?.groups?.reduce((all, { trips }) => all + trips, 0);
    return `${day}: ${sum ?? failed?.error.message ?? (known && "counted")}`;
  });
