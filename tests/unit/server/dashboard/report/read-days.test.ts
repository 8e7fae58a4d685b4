import { beforeEach, expect, it, vi } from "vitest";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { daysOf } from "~/lib/day";
import { createReportDays } from "server/dashboard/report/read-days.server";
import { createSlots } from "server/limits/slots.server";
import type { Trip, TripListQuery, TripPage } from "server/upstream/contracts/trips.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { told, unknownTrip } from "../../../app/features/dashboard/trips/told-trips";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2025, 7, 20, 12) }));

const CLIENT = "192.0.2.1";
const RANGE = daysOf({ from: "2025-08-17", to: "2025-08-20" });
const [, , PAST = "", TODAY = ""] = RANGE;

/** A reader over an upstream with these trips on a day, whose answers each take half a second. */
function reading(tripsOf: (date: string) => Trip[] = () => []) {
  const calls: string[] = [];
  const failing = new Set<string>();
  let [running, mostAtOnce] = [0, 0];
  async function trips({ page, limit, date = "" }: TripListQuery): Promise<TripPage> {
    calls.push(date);
    mostAtOnce = Math.max(mostAtOnce, (running += 1));
    await new Promise((resolve) => setTimeout(resolve, 500));
    running -= 1;
    if (failing.has(date)) throw new UpstreamError("http", "Gone");
    const listed = tripsOf(date);
    return { trips: listed, pagination: told(page, listed.length, Math.max(limit, listed.length)) };
  }
  const exports = createSlots({ perClient: 2, inAll: 6 });
  const days = createReportDays({
    api: { trips },
    cache: new StaleWhileRevalidateCache(),
    exports,
  });
  const read = async (range: readonly string[], afterMs = 2_000) => {
    const result = days.read(range, CLIENT);
    await vi.advanceTimersByTimeAsync(afterMs);
    return result;
  };
  return { read, calls, failing, exports, mostAtOnce: () => mostAtOnce };
}

it("reads the days of a range two at a time in one place, which it gives back", async () => {
  const { read, calls, exports, mostAtOnce } = reading();
  const first = await read(RANGE.slice(0, 3), 400);
  expect([first.isReading, exports.open()]).toEqual([true, 1]);
  const { days, isReading } = await read(RANGE.slice(0, 3));
  expect([...days.values()].every(({ known }) => known)).toBe(true);
  expect([isReading, exports.open(), calls.length, mostAtOnce()]).toEqual([false, 0, 3, 2]);
});

it("keeps a past day for an hour and the running day for a minute", async () => {
  const { read, calls } = reading();
  await read([PAST, TODAY]);
  await vi.advanceTimersByTimeAsync(55_000);
  await read([PAST, TODAY]);
  expect(calls).toEqual([PAST, TODAY]);
  await vi.advanceTimersByTimeAsync(10_000);
  await read([PAST, TODAY]);
  expect(calls).toEqual([PAST, TODAY, TODAY]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect((await read([PAST], 100)).days.get(PAST)).toMatchObject({ isDue: true });
  expect((await read([PAST])).days.get(PAST)).toMatchObject({ isDue: false });
  expect(calls.filter((day) => day === PAST)).toHaveLength(2);
});

it("reads a day again that has ended since it was read", async () => {
  const { read, calls } = reading();
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 59, 50));
  await read([TODAY]);
  await vi.advanceTimersByTimeAsync(10_000);
  await read([TODAY]);
  expect(calls).toEqual([TODAY, TODAY]);
});

it("says why a day could not be read, and keeps its older sums", async () => {
  const { read, failing } = reading();
  failing.add(PAST);
  expect((await read([PAST])).days.get(PAST)).toMatchObject({ known: null });
  const failed = await read([PAST], 600);
  expect(failed.days.get(PAST)?.failure?.message ?? "Gone").toBe("Gone");
  failing.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  await read([PAST]);
  failing.add(PAST);
  await vi.advanceTimersByTimeAsync(3_600_000);
  const { days, isReading } = await read([PAST]);
  expect(days.get(PAST)).toMatchObject({ known: { value: { stated: 0 } }, isDue: true });
  expect(isReading).toBe(false);
});

it("keeps two months of 40,000 trips, each of a wallet of its own", async () => {
  const { read, calls } = reading((date) =>
    Array.from({ length: 1_290 }, (_, at): Trip => {
      const id = `7c9e6679-7425-40de-944b-${date}${at}`;
      const wallet = `0x${id.padEnd(64, "f")}`;
      const stated = { wallet, startTime: Date.parse(date) + at, distance: 1.0123456789012 };
      return { ...unknownTrip, id, ...stated, beats: 2, country: "United States" };
    }),
  );
  const months = ["05", "07"].map((month) =>
    daysOf({ from: `2025-${month}-01`, to: `2025-${month}-31` }),
  );
  for (let twice = 0; twice < 2; twice += 1) {
    for (const month of months) await read(month, 10_000);
  }
  expect(calls).toHaveLength(62);
});

it("starts no third range of a client, and asks nothing for it", async () => {
  const { read, calls } = reading();
  const [first, second] = [read(["2025-08-01"], 0), read(["2025-08-02"], 0)];
  expect(await read(["2025-08-03"], 0)).toMatchObject({ refused: "client-full" });
  expect(calls).toEqual(["2025-08-01", "2025-08-02"]);
  await vi.advanceTimersByTimeAsync(2_000);
  await Promise.all([first, second]);
});
