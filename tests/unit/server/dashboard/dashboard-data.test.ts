import { describe, expect, it, vi } from "vitest";
import { createDashboardData } from "server/dashboard/dashboard-data.server";
import { resources } from "server/dashboard/freshness-policies.server";
import { viewVersion } from "server/dashboard/view-version.server";
import { forEachChart } from "server/upstream/contracts/dashboard.server";
import type { CoreApi } from "server/upstream/core-api.server";
import { DAY_MS, FRESH_MS, HandAnsweredCache, http, settled } from "../cache/cache-under-test";

const query = { page: 1, limit: 12 };
const search = { q: "0xfeed", page: 1, limit: 12 };

/** The dashboard's data over an upstream whose every method is looked at. */
function stage() {
  const clock = new HandAnsweredCache();
  const method = () => vi.fn<(query?: object) => Promise<unknown>>().mockResolvedValue({});
  const coreApi = {
    metrics: method(),
    ...forEachChart(method),
    trips: method(),
    searchTrips: method(),
    filters: method(),
  };
  const onRead = vi.fn();
  // What is answered is not looked at here.
  const api = coreApi as unknown as CoreApi;
  return {
    clock,
    coreApi,
    onRead,
    data: createDashboardData({ coreApi: api, cache: clock.cache, onRead }),
  };
}

const asked = (coreApi: ReturnType<typeof stage>["coreApi"]) =>
  Object.entries(coreApi).flatMap(([name, { mock }]) =>
    mock.calls.map((call) => [name, ...call.filter((one: unknown) => typeof one !== "function")]),
  );

it("asks for a list of trips by page or by search", async () => {
  const { data, coreApi } = stage();
  await data.trips(query);
  await data.searchTrips(search);
  expect(asked(coreApi)).toEqual([
    ["trips", query],
    ["searchTrips", search],
  ]);
});

it.each(resources)("refreshes %s by hand, and nothing else", async (resource) => {
  const { data, coreApi } = stage();
  const other = { page: 3, limit: 12, country: "IN" };
  await expect(data.refresh(resource, other)).resolves.toEqual({ outcome: "refreshed" });
  expect(asked(coreApi)).toEqual([resource === "trips" ? ["trips", other] : [resource]]);
});

describe("how the fleet stands now", () => {
  it("is not known before its first answers, and asks for none", async () => {
    const { data, coreApi } = stage();
    expect([data.fleetNow(), data.tripsNow(query)]).toEqual([null, null]);
    await settled();
    expect(asked(coreApi)).toEqual([]);
  });

  it("has another version when a refresh has brought an answer, failed, or succeeded again", async () => {
    const { clock, coreApi, data } = stage();
    await data.loadFleet();
    /** The versions before and after the refresh that a look begins. */
    const look = async (ms: number) => {
      clock.now += ms;
      const [before] = [data.fleetNow(), await settled()];
      return [before, data.fleetNow()].map((statuses) => statuses && viewVersion(statuses));
    };
    const [first, stillFirst] = await look(59_999);
    expect(stillFirst).toBe(first);
    expect(asked(coreApi)).toHaveLength(5);
    const [meanwhile, second] = await look(1);
    expect(meanwhile).toBe(first);
    expect(asked(coreApi)).toHaveLength(10);
    for (const method of Object.values(coreApi)) method.mockRejectedValue(http());
    const [, stale] = await look(60_000);
    for (const method of Object.values(coreApi)) method.mockResolvedValue({});
    const [stillStale, healed] = await look(1_000);
    expect(stillStale).toBe(stale);
    expect(new Set([first, second, stale, healed, null]).size).toBe(5);
  });

  it("holds a failure as its sentence while it cools down, then waits, and refreshes the other blocks", async () => {
    const { clock, coreApi, data } = stage();
    coreApi.metrics.mockRejectedValue(http());
    await data.loadFleet();
    const blocks = ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers"];
    expect(asked(coreApi)).toEqual(blocks.map((name) => [name]));
    expect(data.fleetNow()).toMatchObject({
      metrics: { error: "HTTP error 503: away" },
      dailyUsers: { state: "fresh" },
    });
    clock.now += 60_000;
    expect(data.fleetNow()).toBeNull();
    await settled();
    expect(asked(coreApi)).toHaveLength(9);
  });

  it("has nothing to show for a fault that is no failure of the upstream", async () => {
    const { data, coreApi } = stage();
    coreApi.metrics.mockRejectedValue(new Error("a fault of ours"));
    await data.loadFleet();
    expect(data.fleetNow()).toBeNull();
  });
});

it("tells how a list of trips stands now, with the countries and the list it is compared with", async () => {
  const { clock, coreApi, data } = stage();
  const before = { ...query, date: "2025-08-30" };
  await Promise.all([data.filters(), data.trips(query)]);
  const earlier = { asOf: clock.now };
  clock.now += 1;
  expect(data.tripsNow({ ...query, page: 2 })).toBeNull();
  expect(data.tripsNow(query, before)).toBeNull();
  await Promise.all([data.searchTrips(search), data.trips(before)]);
  const later = { asOf: clock.now };
  expect(data.tripsNow(search)).toMatchObject({ page: later, filters: earlier });
  const compared = () => data.tripsNow(query, before);
  expect(compared()).toMatchObject({ page: earlier, filters: earlier, dayBefore: later });
  expect(data.tripsNow(query)).not.toHaveProperty("dayBefore");
  clock.now += 300_000;
  compared();
  await settled();
  const newest = { asOf: clock.now };
  expect(compared()).toMatchObject({ page: newest, filters: newest, dayBefore: newest });
  expect(coreApi.trips.mock.calls.map(([asked]) => asked)).toEqual([query, before, query, before]);
});

describe("the newest trip", () => {
  it.each([
    ["there is none", []],
    ["none says when it started", [{ startTime: null }]],
  ])("is not known where %s", async (_where, trips) => {
    const { data, coreApi } = stage();
    coreApi.trips.mockResolvedValue({ trips });
    await data.trips(query);
    expect(data.newestTrip()).toBeNull();
  });

  it("is one of the first page, which is refreshed for it, and old after more than a day", async () => {
    const { clock, coreApi, data } = stage();
    const starting = (...starts: (number | null)[]) => {
      const trips = starts.map((startTime) => ({ startTime }));
      coreApi.trips.mockResolvedValue({ trips });
    };
    const at = clock.now - DAY_MS;
    starting(null, at - 1, at, clock.now + DAY_MS + 1);
    await data.trips({ ...query, page: 2 });
    expect(data.newestTrip()).toBeNull();
    await data.trips(query);
    // The second time from memory.
    for (let times = 0; times < 2; times++) {
      expect(data.newestTrip()).toEqual({ at, old: false });
    }
    clock.now += FRESH_MS;
    starting(at + FRESH_MS - 1);
    data.newestTrip();
    await settled();
    expect(data.newestTrip()).toEqual({ at: at + FRESH_MS - 1, old: true });
    expect(coreApi.trips).toHaveBeenCalledTimes(3);
    coreApi.trips.mockRejectedValue(http());
    clock.now += FRESH_MS;
    data.newestTrip();
    await settled();
    expect(data.newestTrip()).toBeNull();
  });

  it("is not known where the first page has failed", async () => {
    const { data, coreApi } = stage();
    coreApi.trips.mockRejectedValue(http());
    await expect(data.trips(query)).rejects.toThrow();
    expect(data.newestTrip()).toBeNull();
    await settled();
    expect(asked(coreApi)).toHaveLength(1);
  });
});

it("counts what a cached view shows by resource, state and age, and no failure", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 10_000 });
  const { data, onRead } = stage();
  data.countShown({
    metrics: { asOf: 4_000, state: "stale" },
    page: { asOf: 9_000, state: "fresh" },
    dayBefore: { asOf: 8_000, state: "refreshing" },
    weeklyUsers: { error: "away" },
  });
  vi.useRealTimers();
  expect(onRead.mock.calls).toEqual([
    ["metrics", "stale", 6_000],
    ["trips", "fresh", 1_000],
    ["trips", "refreshing", 2_000],
  ]);
});

it("tells of its keys and of newer answers as the cache does", async () => {
  const { data, clock } = stage();
  const heard = vi.fn();
  const leave = data.onRefresh(heard);
  await data.filters();
  expect(data.cachedKeys().find(({ name }) => name === "filters")).toMatchObject({ keys: 1 });
  for (const left of [false, true]) {
    if (left) leave();
    clock.now += 300_000;
    await data.filters();
    await settled();
    expect(heard.mock.calls).toEqual([[{ event: "refresh", resource: "filters", key: "filters" }]]);
  }
});
