import { describe, expect, it, vi } from "vitest";
import { createDashboardData, type ViewQueries } from "server/dashboard/dashboard-data.server";
import { resources, tripsKey } from "server/dashboard/resources.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import { chartNames, forEachChart } from "server/upstream/contracts/dashboard.server";
import type { CoreApi } from "server/upstream/core-api.server";
import { DAY_MS, FRESH_MS, HandAnsweredCache, http, settled } from "../cache/cache-under-test";

const FLEET: ViewQueries = {
  metrics: { resource: "metrics" },
  ...forEachChart((resource) => ({ resource })),
};

const DAY = { page: 1, date: "2025-08-31" };
const DAY_BEFORE = { page: 1, date: "2025-08-30" };

/** A day's trips, the countries, and the day before. */
const TRIPS = {
  page: { resource: "trips", trips: DAY },
  filters: { resource: "filters" },
  dayBefore: { resource: "trips", trips: DAY_BEFORE, isOptional: true },
} as const satisfies ViewQueries;

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
  const beside = { text: "" };
  const data = createDashboardData({
    // What is answered is not looked at here.
    coreApi: coreApi as unknown as CoreApi,
    cache: clock.cache,
    limits: createLimits(createLocalCounters()),
    onRead,
    shownBeside: () => beside.text,
  });
  return { clock, coreApi, onRead, beside, data };
}

const asked = (coreApi: ReturnType<typeof stage>["coreApi"]) =>
  Object.entries(coreApi).flatMap(([name, { mock }]) =>
    mock.calls.map((call) => [name, ...call.filter((one: unknown) => typeof one !== "function")]),
  );

describe("what a view shows", () => {
  it("is asked for by page or by search, each result once", async () => {
    const { data, coreApi } = stage();
    const search = { q: "0xfeed", page: 2 };
    const results = await data.read({ ...TRIPS, search: { resource: "trips", trips: search } });
    expect(asked(coreApi)).toEqual([
      ["trips", { ...DAY, limit: 12 }],
      ["trips", { ...DAY_BEFORE, limit: 12 }],
      ["searchTrips", { ...search, limit: 12 }],
      ["filters"],
    ]);
    expect(Object.values(results)).toEqual(
      Array(4).fill(expect.objectContaining({ state: "fresh" })),
    );
  });

  it("holds the error in the place of what could not be had, and nothing of what is optional", async () => {
    const { data, coreApi } = stage();
    const error = http();
    coreApi.trips.mockRejectedValue(error);
    const { page, filters, dayBefore } = await data.read(TRIPS);
    expect([page, dayBefore]).toEqual([error, undefined]);
    expect(filters).toMatchObject({ state: "fresh" });
  });

  it("waits no longer for what is optional than 200 ms after everything else", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const { data, coreApi } = stage();
    coreApi.trips.mockImplementation((query = {}) =>
      "date" in query && query.date === DAY.date ? Promise.resolve({}) : new Promise(() => {}),
    );
    const read = data.read(TRIPS);
    await vi.advanceTimersByTimeAsync(200);
    expect(await read).toMatchObject({ page: { state: "fresh" }, dayBefore: undefined });
  });

  it("cannot be read where a fault of ours is in the way", async () => {
    const { data, coreApi } = stage();
    coreApi.metrics.mockRejectedValue(new Error("a fault of ours"));
    await expect(data.read(FLEET)).rejects.toThrow("a fault of ours");
    await expect(data.view(FLEET).load()).resolves.toBeUndefined();
    expect(data.view(FLEET).now()).toBeNull();
  });
});

it.each(resources)("refreshes %s by hand, and nothing else", async (resource) => {
  const { data, coreApi } = stage();
  await expect(data.refresh(resource)).resolves.toEqual({ outcome: "refreshed" });
  expect(asked(coreApi)).toEqual([
    resource === "trips" ? ["trips", { page: 1, limit: 12 }] : [resource],
  ]);
});

describe("how a view stands now", () => {
  it("is not known before its first answers, and asks for none; a view without figures never is", async () => {
    const { data, coreApi } = stage();
    for (const queries of [FLEET, TRIPS, {}]) expect(data.view(queries).now()).toBeNull();
    await settled();
    expect(asked(coreApi)).toEqual([]);
  });

  it("has another version when a refresh has brought an answer, failed, or succeeded again", async () => {
    const { clock, coreApi, data } = stage();
    const fleet = data.view(FLEET);
    await fleet.load();
    /** The versions before and after the refresh that a look begins. */
    const look = async (ms: number) => {
      clock.now += ms;
      const [before] = [fleet.now(), await settled()];
      return [before, fleet.now()].map((now) => now?.version);
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
    expect(new Set([first, second, stale, healed, undefined]).size).toBe(5);
  });

  it("has another version when another newest trip, or other words, stand beside the figures", async () => {
    const { beside, clock, coreApi, data } = stage();
    const fleet = data.view(FLEET);
    await fleet.load();
    const versions = [fleet.now()?.version];
    coreApi.trips.mockResolvedValue({ trips: [{ startTime: clock.now }] });
    await data.read({ page: { resource: "trips" } });
    versions.push(fleet.now()?.version);
    beside.text = "imported";
    versions.push(fleet.now()?.version);
    expect(new Set(versions).size).toBe(3);
  });

  it("is not known while a figure has failed, and the others are refreshed all the same", async () => {
    const { clock, coreApi, data } = stage();
    coreApi.metrics.mockRejectedValue(http());
    const fleet = data.view(FLEET);
    await fleet.load();
    expect(asked(coreApi)).toEqual(["metrics", ...chartNames].map((name) => [name]));
    expect(fleet.now()).toBeNull();
    clock.now += 60_000;
    expect(fleet.now()).toBeNull();
    await settled();
    expect(asked(coreApi)).toHaveLength(9);
  });

  it("tells the age of each result, and leaves out what is optional while it is missing or has failed", async () => {
    const { clock, coreApi, data } = stage();
    const view = data.view(TRIPS);
    await data.read({ page: TRIPS.page, filters: TRIPS.filters });
    const earlier = { asOf: clock.now };
    expect(view.now()?.results).toMatchObject({ page: earlier, filters: earlier });
    expect(view.now()?.results).not.toHaveProperty("dayBefore");
    coreApi.trips.mockRejectedValueOnce(http());
    await view.load();
    expect(view.now()?.results).not.toHaveProperty("dayBefore");
    clock.now += 1_000;
    await view.load();
    expect(view.now()?.results).toMatchObject({ page: earlier, dayBefore: { asOf: clock.now } });
    clock.now += 300_000;
    view.now();
    await settled();
    const newest = { asOf: clock.now };
    expect(view.now()?.results).toMatchObject({ page: newest, filters: newest, dayBefore: newest });
  });

  it("is counted by resource, state and age, without failures", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 10_000 });
    const { data, onRead } = stage();
    data.view({ ...FLEET, ...TRIPS }).countShown({
      metrics: { asOf: 4_000, state: "stale" },
      page: { asOf: 9_000, state: "fresh" },
      dayBefore: { asOf: 8_000, state: "refreshing" },
      weeklyUsers: { error: "away" },
    });
    expect(onRead.mock.calls).toEqual([
      ["metrics", "stale", 6_000],
      ["trips", "fresh", 1_000],
      ["trips", "refreshing", 2_000],
    ]);
  });
});

describe("the events of a view", () => {
  const { data } = stage();
  const shownBy = (queries: ViewQueries, key: string) =>
    data.view(queries).events(null).shows({ resource: "any", key });

  it("are of its own results: of lists the one page that it shows, and the one it compares with", () => {
    const keys = [...resources, tripsKey(DAY), tripsKey(DAY_BEFORE), tripsKey({ ...DAY, page: 2 })];
    const shown = (queries: ViewQueries) => keys.filter((key) => shownBy(queries, key));
    expect(shown(FLEET)).toEqual(["metrics", ...chartNames]);
    expect(shown(TRIPS)).toEqual(["filters", tripsKey(DAY), tripsKey(DAY_BEFORE)]);
    expect(shown({})).toEqual([]);
  });

  it("have one name for views that show the same, and different names otherwise", () => {
    const other = { ...TRIPS, page: { resource: "trips", trips: { page: 2 } } } as const;
    const nameOf = (queries: ViewQueries) => data.view(queries).events(null).name;
    expect(nameOf(structuredClone(TRIPS))).toBe(nameOf(TRIPS));
    expect(new Set([FLEET, TRIPS, other, {}].map(nameOf)).size).toBe(4);
  });

  it("begin with what the page has missed, where it says what it shows", async () => {
    const { data, clock } = stage();
    const view = data.view(TRIPS);
    await view.load();
    const since = (moment: number) =>
      view.events(`page.${moment.toString(36)} filters.${clock.now.toString(36)}`).missed?.();
    expect(since(clock.now - 1)).toEqual([{ event: "refresh", resource: "trips" }]);
    expect(view.events(null)).not.toHaveProperty("missed");
  });
});

describe("the newest trip", () => {
  const first: ViewQueries = { page: { resource: "trips" } };

  it.each([
    ["there is none", () => Promise.resolve({ trips: [] })],
    ["none says when it started", () => Promise.resolve({ trips: [{ startTime: null }] })],
    ["the first page has failed", () => Promise.reject(http())],
  ])("is not known where %s", async (_where, answer) => {
    const { data, coreApi } = stage();
    coreApi.trips.mockImplementation(answer);
    await data.read(first);
    expect(data.newestTrip()).toBeNull();
    await settled();
    expect(asked(coreApi)).toHaveLength(1);
  });

  it("is one of the first page, which is refreshed for it, and old after more than a day", async () => {
    const { clock, coreApi, data } = stage();
    const starting = (...starts: (number | null)[]) => {
      const trips = starts.map((startTime) => ({ startTime }));
      coreApi.trips.mockResolvedValue({ trips });
    };
    const at = clock.now - DAY_MS;
    starting(null, at - 1, at, clock.now + DAY_MS + 1);
    await data.read({ page: { resource: "trips", trips: { page: 2 } } });
    expect(data.newestTrip()).toBeNull();
    await data.read(first);
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
});

it("tells of its keys by group", async () => {
  const { data } = stage();
  await data.read({ filters: { resource: "filters" } });
  expect(data.cachedKeys().find(({ name }) => name === "filters")).toMatchObject({ keys: 1 });
});
