import { describe, expect, it } from "vitest";
import { firstPage, NOT_UNDERSTOOD, ok, pagination } from "./answering-core-api";

async function tripFrom(fields: Record<string, unknown>) {
  const page = await ok({ trips: [{ id: "t1", ...fields }], pagination }).trips(firstPage);
  const [trip] = page.trips;
  if (!trip) throw new Error("no trip");
  return trip;
}

describe("trips", () => {
  it("reads a trip as documented", async () => {
    const trip = await tripFrom({
      wallet: "0xabc",
      start_time: "2025-08-19T10:00:00Z",
      end_time: "2025-08-19T10:30:00Z",
      duration: 1790,
      distance: 12.345,
      beats: 120,
      country: "India",
    });
    expect(trip).toEqual({
      id: "t1",
      wallet: "0xabc",
      startTime: Date.UTC(2025, 7, 19, 10),
      endTime: Date.UTC(2025, 7, 19, 10, 30),
      duration: { seconds: 1790 },
      distance: 12.345,
      beats: 120,
      country: "India",
    });
  });

  it("needs nothing but an id", async () => {
    const { id, ...rest } = await tripFrom({ id: 42 });
    expect(id).toBe("42");
    expect(Object.values(rest)).toEqual(Array(7).fill(null));
  });

  it.each([
    { wallet: "0xabc" },
    { walletAddress: "0xabc" },
    { ownerWallet: "0xabc" },
    { userWallet: "0xabc" },
    { user: { wallet: "0xabc" } },
    { user: { walletAddress: "0xabc" } },
    { wallet: "", walletAddress: null, user: { wallet: " ", walletAddress: "0xabc" } },
    { wallet: "0xabc", walletAddress: "0xdef", user: "someone" },
  ])("finds the wallet in %j", async (fields) => {
    expect((await tripFrom(fields)).wallet).toBe("0xabc");
  });

  it.each([
    ["2025-08-19T10:00:00.000Z", Date.UTC(2025, 7, 19, 10)],
    ["2025-08-19T10:00:00", Date.UTC(2025, 7, 19, 10)],
    ["2025-08-19 10:00", Date.UTC(2025, 7, 19, 10)],
    ["2025-08-19T10:00:00+05:30", Date.UTC(2025, 7, 19, 4, 30)],
    ["2025-08-19", Date.UTC(2025, 7, 19)],
    [1_755_597_600_000, 1_755_597_600_000],
    ["1755597600000", 1_755_597_600_000],
    ["", null],
    [1e300, null],
  ])("reads the time %j", async (value, expected) => {
    expect((await tripFrom({ start_time: value })).startTime).toBe(expected);
  });

  it.each([
    [{ duration: "90" }, { seconds: 90 }],
    [{ duration: "1h 30m" }, { text: "1h 30m" }],
    [{ duration: 0 }, { seconds: 0 }],
    [{ start_time: 1_000_000, end_time: 1_090_000 }, { seconds: 90 }],
    [{ duration: -5, start_time: 1_000_000, end_time: 1_090_000 }, { seconds: 90 }],
    [{ start_time: 1_090_000, end_time: 1_000_000 }, null],
    [{ start_time: 1_000_000 }, null],
  ])("reads the duration of %j", async (fields, expected) => {
    expect((await tripFrom(fields)).duration).toEqual(expected);
  });

  it("bounds texts and takes absurd figures for unknown", async () => {
    const trip = await tripFrom({
      id: "i".repeat(500),
      wallet: "w".repeat(500),
      country: "c".repeat(500),
      distance: -1,
      beats: "Infinity",
    });
    expect([trip.id.length, trip.wallet?.length, trip.country?.length]).toEqual([100, 200, 100]);
    expect([trip.distance, trip.beats]).toEqual([null, null]);
  });

  it.each([
    { trips: "many", pagination },
    { trips: [7], pagination },
    { trips: [{}], pagination },
    { trips: [{ id: "t1", distance: "far" }], pagination },
    { trips: [{ id: "t1", start_time: "yesterday" }], pagination },
    { trips: [{ id: "t1", wallet: {} }], pagination },
    { trips: [{ id: "t1", duration: [] }], pagination },
    { trips: [] },
    { trips: [], pagination: "first" },
    { trips: [], pagination: { currentPage: 1 } },
    { trips: [], pagination: { ...pagination, hasNextPage: "no" } },
    { trips: Array.from({ length: 1001 }, () => ({ id: 1 })), pagination },
  ])("does not understand %j", async (data) => {
    await expect(ok(data).trips(firstPage)).rejects.toMatchObject(NOT_UNDERSTOOD);
    await expect(ok(data).searchTrips({ q: "x", ...firstPage })).rejects.toMatchObject(
      NOT_UNDERSTOOD,
    );
  });

  it.each([
    [
      { totalItems: "30" },
      { currentPage: 2, itemsPerPage: 12, totalItems: 30, hasPrevPage: true, hasNextPage: true },
    ],
    [
      { totalItems: 24, currentPage: "2", itemsPerPage: 0 },
      { currentPage: 2, itemsPerPage: 12, totalItems: 24, hasPrevPage: true, hasNextPage: false },
    ],
    [
      { hasNextPage: false },
      { currentPage: 2, itemsPerPage: 12, totalItems: 13, hasPrevPage: true, hasNextPage: false },
    ],
    [
      { totalItems: 90, currentPage: 1, itemsPerPage: 5, hasPrevPage: true, hasNextPage: false },
      { currentPage: 1, itemsPerPage: 5, totalItems: 90, hasPrevPage: true, hasNextPage: false },
    ],
  ])("completes the pagination %j", async (stated, expected) => {
    const page = await ok({ trips: [{ id: 1 }], pagination: stated }).trips({ page: 2, limit: 12 });
    expect(page.pagination).toEqual(expected);
  });
});
