import { describe, expect, it, vi } from "vitest";
import { createDashboardData } from "server/cache/dashboard-data.server";
import { resources } from "server/cache/freshness-policies.server";
import type { CoreApi } from "server/upstream/core-api.server";
import { HandAnsweredCache, http, settled } from "./cache-under-test";

const query = { page: 1, limit: 12 };
const search = { q: "0xfeed", page: 1, limit: 12 };

/** The dashboard's data over an upstream whose every method is looked at. */
function stage() {
  const clock = new HandAnsweredCache();
  const method = () => vi.fn<(query?: object) => Promise<unknown>>().mockResolvedValue({});
  const coreApi = {
    metrics: method(),
    totalUsers: method(),
    monthlyUsers: method(),
    weeklyUsers: method(),
    dailyUsers: method(),
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
  Object.entries(coreApi).flatMap(([name, { mock }]) => mock.calls.map((call) => [name, ...call]));

describe("a list of trips", () => {
  it("is asked for as it is looked for: by page or by search", async () => {
    const { data, coreApi } = stage();
    await data.trips(query);
    await data.searchTrips(search);
    expect(asked(coreApi)).toEqual([
      ["trips", query],
      ["searchTrips", search],
    ]);
  });
});

describe("a refresh by hand", () => {
  it.each(resources)("of %s asks for that, and for nothing else", async (resource) => {
    const { data, coreApi } = stage();
    const other = { page: 3, limit: 12, country: "IN" };
    await expect(data.refresh(resource, other)).resolves.toEqual({ outcome: "refreshed" });
    expect(asked(coreApi)).toEqual([resource === "trips" ? ["trips", other] : [resource]]);
  });
});

describe("what is loaded for the fleet", () => {
  it("is every block once, also when one fails", async () => {
    const { data, coreApi } = stage();
    coreApi.metrics.mockRejectedValue(http());
    await data.loadFleet();
    const blocks = ["metrics", "totalUsers", "monthlyUsers", "weeklyUsers", "dailyUsers"];
    expect(asked(coreApi)).toEqual(blocks.map((name) => [name]));
    expect(data.fleetNow()).toMatchObject({
      metrics: { error: "HTTP error 503: away" },
      dailyUsers: { state: "fresh" },
    });
  });

  it("has nothing to show for a fault that is no failure of the upstream", async () => {
    const { data, coreApi } = stage();
    coreApi.metrics.mockRejectedValue(new Error("a fault of ours"));
    await data.loadFleet();
    expect(data.fleetNow()).toBeNull();
  });
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

  it("is not old at exactly a day", async () => {
    const { data, coreApi, clock } = stage();
    const at = clock.now - 86_400_000;
    coreApi.trips.mockResolvedValue({ trips: [{ startTime: at - 1 }, { startTime: at }] });
    await data.trips(query);
    expect(data.newestTrip()).toEqual({ at, old: false });
    // A second time from memory.
    expect(data.newestTrip()).toEqual({ at, old: false });
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
