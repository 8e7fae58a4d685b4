import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MOST_TRIPS } from "server/dashboard/report/report-reader.server";
import type { TripListQuery } from "server/upstream/contracts/trips.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { SharedMemory } from "../../../../support/shared-memory";
import {
  NOW,
  MONDAY,
  TODAY,
  TUESDAY,
  reader,
  trip,
  tripsOf,
  upstream,
} from "../../../../support/report-days";

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

it("reads each day by pages of 500, once for all who ask, and not again while it is fresh", async () => {
  const api = upstream({ [MONDAY]: 1_200, [TUESDAY]: 500 });
  const { look, exports } = reader(api);
  const looks = await Promise.all([
    look([MONDAY, TUESDAY]),
    look([MONDAY, TUESDAY], "198.51.100.1"),
    look([TUESDAY], "203.0.113.1"),
  ]);
  expect(looks.map(tripsOf)).toEqual([
    [
      [MONDAY, 1_200],
      [TUESDAY, 500],
    ],
    [
      [MONDAY, 1_200],
      [TUESDAY, 500],
    ],
    [[TUESDAY, 500]],
  ]);
  expect(api.calls.toSorted()).toEqual([
    `${MONDAY} 1`,
    `${MONDAY} 2`,
    `${MONDAY} 3`,
    `${TUESDAY} 1`,
  ]);
  await vi.advanceTimersByTimeAsync(59 * 60_000);
  await look([MONDAY, TUESDAY]);
  expect(api.calls).toHaveLength(4);
  expect(exports.open()).toBe(0);
});

it("reads a past day again after an hour and the running one after a minute, and shows what it has meanwhile", async () => {
  const api = upstream({ [MONDAY]: 1, [TODAY]: 2 });
  const { look } = reader(api);
  await look([MONDAY, TODAY]);
  const open = api.hold();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(tripsOf(await look([MONDAY, TODAY]))).toEqual([
    [MONDAY, 1],
    [TODAY, 2],
  ]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TODAY} 1`, `${TODAY} 1`]);
  open();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  await look([MONDAY]);
  expect(api.calls.at(-1)).toBe(`${MONDAY} 1`);
});

it("takes the sums of a day that was still running for no more than a minute old, once it is over", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 59, 50));
  const api = upstream({ [TODAY]: 2 });
  const { look } = reader(api);
  await look([TODAY]);
  await vi.advanceTimersByTimeAsync(60_000);
  await look([TODAY]);
  expect(api.calls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(120_000);
  await look([TODAY]);
  expect(api.calls).toHaveLength(2);
});

it("counts the days of a range with too many trips by one call each", async () => {
  const api = upstream({ [MONDAY]: MOST_TRIPS - 500, [TUESDAY]: 501 });
  const { look } = reader(api);
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual([
    [MONDAY, "counted"],
    [TUESDAY, "counted"],
  ]);
  await look([MONDAY, TUESDAY]);
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TUESDAY} 1`]);
  expect(tripsOf(await look([TUESDAY]))).toEqual([[TUESDAY, 501]]);
  // The first page is not read once more.
  expect(api.calls.slice(2)).toEqual([`${TUESDAY} 2`]);
});

it("counts and refuses a day once for two instances", async () => {
  const api = upstream({ [MONDAY]: MOST_TRIPS, [TUESDAY]: 1 });
  const gone = new UpstreamError("http", "HTTP error! status: 400", { status: 400 });
  api.failures.set(TODAY, gone);
  const shared = new SharedMemory(Date.now);
  for (const { look } of [0, 1].map(() => reader(api, shared.connection(60_000).tier))) {
    expect(tripsOf(await look([MONDAY, TUESDAY, TODAY]))).toEqual([
      [MONDAY, "counted"],
      [TUESDAY, 1],
      [TODAY, "HTTP error! status: 400"],
    ]);
  }
  expect(api.calls).toEqual([`${MONDAY} 1`, `${TUESDAY} 1`, `${TODAY} 1`]);
});

it("says why nothing is read from an upstream that cannot be reached", async () => {
  const api = upstream({});
  const { look } = reader(api);
  api.failures.set(MONDAY, new UpstreamError("connection", "API request failed", { sent: false }));
  api.failures.set(TUESDAY, new UpstreamError("circuit-open", "It is left alone"));
  const told = [
    [MONDAY, "API request failed"],
    [TUESDAY, "It is left alone"],
  ];
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual(told);
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual(told);
  // What a network is refused says nothing of the day to others.
  api.failures.clear();
  expect(tripsOf(await look([TUESDAY], "198.51.100.1"))).toEqual([[TUESDAY, 0]]);
});

it("shows nothing of a day that was read while it went on, once it is over", async () => {
  vi.setSystemTime(Date.UTC(2025, 7, 20, 23, 50));
  const api = upstream({ [TODAY]: 2 });
  const { look } = reader(api);
  await look([TODAY]);
  const open = api.hold();
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(tripsOf(await look([TODAY]))).toEqual([[TODAY, null]]);
  open();
});

it("says which days could not be read, leaves them alone for half a minute, and reads the others", async () => {
  const api = upstream({ [MONDAY]: 3, [TUESDAY]: 4 });
  api.failures.set(MONDAY, new UpstreamError("http", "HTTP error! status: 400", { status: 400 }));
  const { look } = reader(api);
  const told = [
    [MONDAY, "HTTP error! status: 400"],
    [TUESDAY, 4],
  ];
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual(told);
  api.failures.clear();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual(told);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tripsOf(await look([MONDAY, TUESDAY]))).toEqual([
    [MONDAY, 3],
    [TUESDAY, 4],
  ]);
});

it("reads a day once for two instances", async () => {
  const api = upstream({ [MONDAY]: 700, [TUESDAY]: 1 });
  const shared = new SharedMemory(Date.now);
  const [one, other] = [0, 1].map(() => reader(api, shared.connection(60_000).tier));
  const looks = await Promise.all([one?.look([MONDAY, TUESDAY]), other?.look([MONDAY])]);
  expect(looks.map((look) => look && tripsOf(look))).toEqual([
    [
      [MONDAY, 700],
      [TUESDAY, 1],
    ],
    [[MONDAY, 700]],
  ]);
  expect(api.calls).toHaveLength(3);
});

it("ends before the next page when nobody has looked for half a minute", async () => {
  const api = upstream({ [MONDAY]: 2_000 });
  const { look, exports } = reader(api);
  const open = api.hold();
  expect(tripsOf(await look([MONDAY]))).toEqual([[MONDAY, null]]);
  await vi.advanceTimersByTimeAsync(31_000);
  open();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(api.calls).toEqual([`${MONDAY} 1`]);
  expect(exports.open()).toBe(0);
  expect(tripsOf(await look([MONDAY]))).toEqual([[MONDAY, 2_000]]);
});

it("reads no more than two reports at once for one network, and joins a reading without a place", async () => {
  const api = upstream({});
  const { look } = reader(api);
  const open = api.hold();
  await look([MONDAY]);
  await look([TUESDAY]);
  expect(await look([TODAY])).toMatchObject({ refused: "client-full" });
  expect(await look([MONDAY])).toMatchObject({ refused: null });
  expect(await look([TODAY], "198.51.100.1")).toMatchObject({ refused: null });
  open();
});

it("counts a trip once that comes on two pages, and refuses pages that lead nowhere", async () => {
  const api = upstream({ [MONDAY]: 501 });
  const { trips } = api;
  const moved = {
    ...api,
    trips: async (query: TripListQuery) => {
      const found = await trips(query);
      return query.page === 2 ? { ...found, trips: [trip(MONDAY, 499), ...found.trips] } : found;
    },
  };
  expect(tripsOf(await reader(moved).look([MONDAY]))).toEqual([[MONDAY, 501]]);
  const endless = {
    ...api,
    trips: async (query: TripListQuery) => {
      const found = await trips({ ...query, page: 1 });
      return { ...found, pagination: { ...found.pagination, hasNextPage: true } };
    },
  };
  const [[, told]] = tripsOf(await reader(endless).look([MONDAY])) as [[string, unknown]];
  expect(told).toMatch(/understood|read/i);
});
