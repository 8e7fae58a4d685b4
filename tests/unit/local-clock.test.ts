import { describe, expect, it } from "vitest";
import { exactLocalClock, localClock } from "~/features/dashboard/trips/local-clock";
import { newestDay } from "~/features/dashboard/trips/use-newest-day";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";

describe("a moment by the visitor's clock", () => {
  const time = Date.UTC(2025, 7, 19, 23, 51, 7);
  it.each([
    [0, null, null],
    [330, "05:21 IST, 20 Aug", "20 Aug 2025, 05:21:07 IST"],
    [-420, "16:51 GMT-7", "19 Aug 2025, 16:51:07 GMT-7"],
    [5, "23:56 GMT+0:05", "19 Aug 2025, 23:56:07 GMT+0:05"],
  ])("%d minutes ahead of UTC is %s", (offset, clock, exact) => {
    expect(localClock(time, offset)).toBe(clock);
    expect(exactLocalClock(time, offset)).toBe(exact);
  });
});

describe("the newest trip's day", () => {
  const trip = {
    id: "1",
    wallet: null,
    endTime: null,
    duration: null,
    distance: null,
    beats: null,
    country: null,
  };
  const pagination = {
    currentPage: 1,
    itemsPerPage: 12,
    totalItems: 1,
    hasPrevPage: false,
    hasNextPage: false,
  };
  const pageOf = (startTime: number | null) => ({
    value: { trips: [{ ...trip, startTime }], pagination },
    asOf: 0,
    state: "fresh" as const,
  });
  const page = pageOf(Date.UTC(2025, 7, 31, 23, 51));
  const of = (query: string) =>
    newestDay(parseDashboardState(new URLSearchParams(`tab=trip&${query}`)), page);

  it("is that of the first row of all trips", () => expect(of("")).toBe("2025-08-31"));

  it.each(["page=2", "country=India", "date=2025-08-31", "q=0xabc"])("is not told by %s", (query) =>
    expect(of(query)).toBeNull(),
  );

  it("is not known without a row, or without its time", () => {
    const state = parseDashboardState(new URLSearchParams("tab=trip"));
    expect(newestDay(state, null)).toBeNull();
    expect(newestDay(state, { error: "away" })).toBeNull();
    expect(newestDay(state, pageOf(null))).toBeNull();
    expect(newestDay(state, pageOf(8e15))).toBeNull();
  });
});
