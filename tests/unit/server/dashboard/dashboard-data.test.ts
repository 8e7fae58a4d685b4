import { describe, expect, it, vi } from "vitest";
import { createDashboardData, type ViewQueries } from "server/dashboard/dashboard-data.server";
import { createLimits } from "server/limits/limits.server";
import { chartNames, forEachChart } from "server/upstream/contracts/dashboard.server";
import { PAGE_SIZE } from "server/upstream/contracts/trips.server";
import type { CoreApi } from "server/upstream/core-api.server";
import {
  DAY_MS,
  FRESH_MS,
  HandAnsweredCache,
  httpError,
  flushPromises,
  REST_MS,
} from "../cache/cache-under-test";

const FLEET: ViewQueries = {
  metrics: { resource: "metrics" },
  ...forEachChart((resource) => ({ resource })),
};

const DAY = { page: 1, date: "2025-08-31" };
const OTHER_DAY = { page: 1, date: "2025-08-30" };

/** The queries of a trips view: the trips of a day, the countries, and an optional list. */
const TRIPS = {
  page: { resource: "trips", trips: DAY },
  filters: { resource: "filters" },
  optional: { resource: "trips", trips: OTHER_DAY, isOptional: true },
} as const satisfies ViewQueries;

/** The dashboard's data on a mocked core API. */
function setup() {
  const clock = new HandAnsweredCache();
  const method = () => vi.fn<(query?: object) => Promise<unknown>>().mockResolvedValue({});
  const coreApi = {
    metrics: method(),
    ...forEachChart(method),
    trips: method(),
    searchTrips: method(),
    filters: method(),
  };
  const data = createDashboardData({
    // The content of the answers does not matter here.
    coreApi: coreApi as unknown as CoreApi,
    cache: clock.cache,
    limits: createLimits(),
    chosenWaitMs: 2_500,
  });
  return { clock, coreApi, data };
}

const callsTo = (coreApi: ReturnType<typeof setup>["coreApi"]) =>
  Object.entries(coreApi).flatMap(([name, { mock }]) => mock.calls.map((call) => [name, ...call]));

describe("the data of a view", () => {
  it("is fetched by page or by search, with one call for each result", async () => {
    const { data, coreApi } = setup();
    const search = { q: "0xfeed", page: 2 };
    const results = await data.read({ ...TRIPS, search: { resource: "trips", trips: search } });
    expect(callsTo(coreApi)).toEqual([
      ["trips", { ...DAY, limit: PAGE_SIZE }],
      ["trips", { ...OTHER_DAY, limit: PAGE_SIZE }],
      ["searchTrips", { ...search, limit: PAGE_SIZE }],
      ["filters"],
    ]);
    expect(Object.values(results)).toEqual(
      Array(4).fill(expect.objectContaining({ state: "fresh" })),
    );
  });

  it("contains the error of a result that failed, and nothing for an optional one", async () => {
    const { data, coreApi } = setup();
    const error = httpError();
    coreApi.trips.mockRejectedValue(error);
    const { page, filters, optional } = await data.read(TRIPS);
    expect([page, optional]).toEqual([error, undefined]);
    expect(filters).toMatchObject({ state: "fresh" });
  });

  it("waits for optional results at most 200 ms longer than for all others", async () => {
    const { data, coreApi } = setup();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    coreApi.trips.mockImplementation((query = {}) =>
      "date" in query && query.date === DAY.date ? Promise.resolve({}) : new Promise(() => {}),
    );
    const read = data.read(TRIPS);
    await vi.advanceTimersByTimeAsync(200);
    expect(await read).toMatchObject({ page: { state: "fresh" }, optional: undefined });
  });

  it("is asked for after 200 ms without the spelling of its country, and again once that is known", async () => {
    const { data, coreApi } = setup();
    let answer: (filters: object) => void = () => {};
    coreApi.filters.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const queries = { page: { resource: "trips", trips: { page: 1, country: "Iran" } } } as const;
    const read = data.read(queries);
    await vi.waitFor(() => expect(coreApi.trips).toHaveBeenCalledOnce());
    answer({ countries: [{ name: "Iran", count: 7, spellings: ["Iran "] }] });
    expect(await read).toMatchObject({ page: { state: "fresh" } });
    const asked = coreApi.trips.mock.calls.map(([query]) => query);
    expect(asked).toMatchObject([{ country: "Iran" }, { country: "Iran " }]);
  });

  it("cannot be read when an internal error occurs", async () => {
    const { data, coreApi } = setup();
    coreApi.metrics.mockRejectedValue(new Error("a fault of ours"));
    await expect(data.read(FLEET)).rejects.toThrow("a fault of ours");
    await expect(data.view(FLEET).load()).resolves.toBeUndefined();
    expect(data.view(FLEET).now()).toBeNull();
  });
});

describe("the current state of a view", () => {
  it("is null before the first answers and fetches none; without results it is always null", async () => {
    const { data, coreApi } = setup();
    for (const queries of [FLEET, TRIPS, {}]) expect(data.view(queries).now()).toBeNull();
    await flushPromises();
    expect(callsTo(coreApi)).toEqual([]);
  });

  it("changes its version when a refresh begins, succeeds, fails, or succeeds again", async () => {
    const { clock, coreApi, data } = setup();
    const fleet = data.view(FLEET);
    await fleet.load();
    /** The versions before and after the refresh that reading the state starts. */
    const readVersions = async (ms: number) => {
      clock.now += ms;
      const [before] = [fleet.now(), await flushPromises()];
      return [before, fleet.now()].map((now) => now?.version);
    };
    const [first, stillFirst] = await readVersions(59_999);
    expect(stillFirst).toBe(first);
    expect(callsTo(coreApi)).toHaveLength(5);
    const [meanwhile, second] = await readVersions(1);
    expect(meanwhile).not.toBe(first);
    expect(callsTo(coreApi)).toHaveLength(10);
    for (const method of Object.values(coreApi)) method.mockRejectedValue(httpError());
    const [, stale] = await readVersions(60_000);
    for (const method of Object.values(coreApi)) method.mockResolvedValue({});
    const [stillStale, healed] = await readVersions(REST_MS);
    expect(stillStale).toBe(stale);
    expect(new Set([first, second, stale, healed, undefined]).size).toBe(5);
  });

  it("changes its version when the newest trip changes", async () => {
    const { clock, coreApi, data } = setup();
    const fleet = data.view(FLEET);
    await fleet.load();
    const versions = [fleet.now()?.version];
    coreApi.trips.mockResolvedValue({ trips: [{ startTime: clock.now }] });
    await data.read({ page: { resource: "trips" } });
    versions.push(fleet.now()?.version);
    expect(new Set(versions).size).toBe(2);
  });

  it("is null while a figure has failed, and the other figures are still refreshed", async () => {
    const { clock, coreApi, data } = setup();
    coreApi.metrics.mockRejectedValue(httpError());
    const fleet = data.view(FLEET);
    await fleet.load();
    expect(callsTo(coreApi)).toEqual(["metrics", ...chartNames].map((name) => [name]));
    expect(fleet.now()).toBeNull();
    clock.now += 60_000;
    expect(fleet.now()).toBeNull();
    await flushPromises();
    expect(callsTo(coreApi)).toHaveLength(9);
  });

  it("has the time of each result, without optional results that are missing or have failed", async () => {
    const { clock, coreApi, data } = setup();
    const view = data.view(TRIPS);
    await data.read({ page: TRIPS.page, filters: TRIPS.filters });
    const earlier = { asOf: clock.now };
    expect(view.now()?.results).toMatchObject({ page: earlier, filters: earlier });
    expect(view.now()?.results).not.toHaveProperty("optional");
    coreApi.trips.mockRejectedValueOnce(httpError());
    await view.load();
    expect(view.now()?.results).not.toHaveProperty("optional");
    clock.now += REST_MS;
    await view.load();
    expect(view.now()?.results).toMatchObject({ page: earlier, optional: { asOf: clock.now } });
    clock.now += 300_000;
    view.now();
    await flushPromises();
    const newest = { asOf: clock.now };
    expect(view.now()?.results).toMatchObject({ page: newest, filters: newest, optional: newest });
  });

  it("is counted by resource and state, without failures", () => {
    const { data, clock } = setup();
    data.view({ ...FLEET, ...TRIPS }).countShown({
      metrics: { asOf: 4_000, state: "stale" },
      page: { asOf: 9_000, state: "fresh" },
      optional: { asOf: 8_000, state: "refreshing" },
    });
    expect(clock.inc.mock.calls).toEqual([
      [{ policy: "metrics", outcome: "stale" }],
      [{ policy: "trips", outcome: "fresh" }],
      [{ policy: "trips", outcome: "refreshing" }],
    ]);
  });
});

describe("the newest trip", () => {
  const first: ViewQueries = { page: { resource: "trips" } };

  it.each([
    ["there is none", () => Promise.resolve({ trips: [] })],
    ["no trip has a start time", () => Promise.resolve({ trips: [{ startTime: null }] })],
    ["the first page has failed", () => Promise.reject(httpError())],
  ])("is unknown when %s", async (_where, answer) => {
    const { data, coreApi } = setup();
    coreApi.trips.mockImplementation(answer);
    await data.read(first);
    expect(data.newestTrip()).toBeNull();
    await flushPromises();
    expect(callsTo(coreApi)).toHaveLength(1);
  });

  it("comes from the first page, which is refreshed for it, and is old after more than a day", async () => {
    const { clock, coreApi, data } = setup();
    const starting = (...starts: (number | null)[]) => {
      const trips = starts.map((startTime) => ({ startTime }));
      coreApi.trips.mockResolvedValue({ trips });
    };
    const at = clock.now - DAY_MS;
    starting(null, at - 1, at, clock.now + DAY_MS + 1);
    await data.read({ page: { resource: "trips", trips: { page: 2 } } });
    expect(data.newestTrip()).toBeNull();
    await data.read(first);
    // The second call is answered from memory.
    for (let times = 0; times < 2; times++) {
      expect(data.newestTrip()).toEqual({ at, old: false });
    }
    clock.now += FRESH_MS;
    starting(at + FRESH_MS - 1);
    data.newestTrip();
    await flushPromises();
    expect(data.newestTrip()).toEqual({ at: at + FRESH_MS - 1, old: true });
    expect(coreApi.trips).toHaveBeenCalledTimes(3);
    coreApi.trips.mockRejectedValue(httpError());
    clock.now += FRESH_MS;
    data.newestTrip();
    await flushPromises();
    expect(data.newestTrip()).toBeNull();
  });
});
