import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DaySummer, addTrip, noTrips } from "server/dashboard/report/day-sums.server";
import { MOST_TRIPS, type DayStatus } from "server/dashboard/report/report-reader.server";
import {
  buildReport,
  daysOf,
  type Report,
  type ReportRequest,
} from "server/dashboard/report/report.server";
import type { Trip } from "server/upstream/contracts/trips.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

const request: ReportRequest = {
  from: "2025-12-30",
  to: "2026-01-02",
  by: "day",
  sort: { key: "day", descending: false },
  page: 1,
};
const DAYS = daysOf(request);

/** Multiples of 1/8, whose sums have no rounding errors. */
const eighths = fc.nat(8_000).map((value) => value / 8);
const wallets = fc.constantFrom("0xABC", "0xabc1", "дрон", null);

const anyTrip = fc.record({
  day: fc.constantFrom(...DAYS),
  wallet: wallets,
  country: fc.constantFrom("India", "Côte d'Ivoire", null),
  distance: fc.option(eighths),
  beats: fc.option(fc.nat(1_000)),
  duration: fc.oneof(
    fc.constant(null),
    fc.constant({ text: "an hour" }),
    fc.nat(200_000).map((seconds) => ({ seconds })),
  ),
});
const anyTrips = fc.array(anyTrip, { maxLength: 60 }).map((trips) =>
  trips.map(({ day, ...rest }, index): Trip & { day: string } => ({
    ...rest,
    day,
    id: String(index),
    startTime: Date.parse(day) + index,
    endTime: null,
  })),
);

function looksOf(trips: readonly (Trip & { day: string })[], days = DAYS): Map<string, DayStatus> {
  return new Map(
    days.map((day) => {
      const summer = new DaySummer();
      const own = trips.filter((trip) => trip.day === day);
      for (const trip of own) summer.add(trip);
      return [day, { known: { ...summer.day(own.length), asOf: Date.parse(day) }, failed: null }];
    }),
  );
}

function sumsOf(trips: readonly Trip[]) {
  const sums = noTrips();
  for (const trip of trips) addTrip(sums, trip);
  const owners = trips.flatMap(({ wallet }) => wallet ?? []);
  const withoutWallet = trips.length - owners.length;
  return { ...sums, wallets: new Set(owners).size, withoutWallet };
}

it("a report counts each trip once, whatever its rows are grouped by", async () => {
  await fc.assert(
    fc.asyncProperty(anyTrips, fc.constantFrom("day", "wallet", "country"), async (trips, by) => {
      const report = await buildReport({ ...request, by }, looksOf(trips), "all");
      expect(report.sums).toEqual(sumsOf(trips));
      const rowsExpected = [...new Set(trips.map((trip) => trip[by]))].map(
        (name) => [name, sumsOf(trips.filter((trip) => trip[by] === name))] as const,
      );
      expect(new Map(report.rows.map(({ name, sums }) => [name, sums]))).toEqual(
        new Map(rowsExpected),
      );
      expect(report.rowCount).toBe(rowsExpected.length);
      expect(report.daily.map((one) => one.trips)).toEqual(
        DAYS.map((day) => trips.filter((trip) => trip.day === day).length),
      );
    }),
  );
});

it("a report of one country or wallet counts only its trips, and has the number of similar wallets", async () => {
  await fc.assert(
    fc.asyncProperty(anyTrips, async (trips) => {
      const report = await buildReport({ ...request, q: "0xABC" }, looksOf(trips), "all");
      expect(report.sums).toEqual(sumsOf(trips.filter(({ wallet }) => wallet === "0xABC")));
      const similar = trips.filter(({ wallet }) => wallet === "0xabc1");
      expect(report.similar).toEqual({
        trips: similar.length,
        wallets: Math.min(1, similar.length),
      });
      const ofCountry = await buildReport({ ...request, country: "India" }, looksOf(trips), "all");
      expect(ofCountry.sums).toEqual(sumsOf(trips.filter(({ country }) => country === "India")));
    }),
  );
});

const trip = (
  number: number,
  wallet: string | null,
  more: Partial<Trip> = {},
): Trip & { day: string } => ({
  id: String(number),
  day: "2025-12-30",
  wallet,
  startTime: 1,
  endTime: null,
  duration: { seconds: 3600 },
  distance: 10,
  beats: 1,
  country: "India",
  ...more,
});

const names = (report: Report) => report.rows.map(({ name }) => name);

describe("rows", () => {
  const trips = [
    ...Array.from({ length: 120 }, (_, index) => trip(index, `w${String(index).padStart(3, "0")}`)),
    trip(200, "w007", { distance: 500 }),
    trip(201, "w100", { distance: 0 }),
    trip(202, null, { duration: { seconds: 90_000 } }),
  ];
  const by = { ...request, by: "wallet" } as const;

  it("are sorted over all pages, by name when they are equal, with unnamed rows last", async () => {
    const sort = { key: "distance", descending: true } as const;
    const first = await buildReport({ ...by, sort }, looksOf(trips));
    expect(names(first).slice(0, 3)).toEqual(["w007", "w000", "w001"]);
    expect(first).toMatchObject({ rowCount: 121, pages: 3, page: 1 });
    const last = await buildReport({ ...by, sort, page: 99 }, looksOf(trips));
    expect(last.page).toBe(3);
    expect(names(last).at(-1)).toBeNull();
    const byWallet = await buildReport(
      { ...by, sort: { key: "wallet", descending: true } },
      looksOf(trips),
      "all",
    );
    expect(names(byWallet).slice(0, 2)).toEqual(["w119", "w118"]);
  });
});

it("a report lists the missing days with reasons, and is partial until all days are known", async () => {
  const looks = looksOf([trip(1, "w")]);
  const error = new UpstreamError("http", "HTTP error! status: 400", { status: 400 });
  looks.set("2026-01-01", { known: null, failed: { error, retryAt: 0 } });
  looks.set("2026-01-02", { known: null, failed: null });
  expect(await buildReport(request, looks)).toMatchObject({
    days: 4,
    read: 2,
    missing: [{ day: "2026-01-01", reason: "HTTP error! status: 400" }],
    daily: [{ trips: 1 }, { trips: 0 }, { trips: null }, { trips: null }],
    asOf: Date.parse("2025-12-30"),
  });
});

it("a report has only counts when there are too many trips to sum up", async () => {
  const looks = looksOf([]);
  const countOnly = { unreadable: 0, groups: null };
  looks.set("2026-01-01", { known: { trips: MOST_TRIPS, ...countOnly, asOf: 5 }, failed: null });
  looks.set("2026-01-02", { known: { trips: 1, ...countOnly, asOf: 6 }, failed: null });
  expect(await buildReport(request, looks)).toMatchObject({
    tooMany: MOST_TRIPS + 1,
    rows: [],
    read: 4,
    daily: [{ trips: 0 }, { trips: 0 }, { trips: MOST_TRIPS }, { trips: 1 }],
  });
});
