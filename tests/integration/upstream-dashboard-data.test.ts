import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createDashboardData,
  type DashboardData,
  type ViewQuery,
} from "server/dashboard/dashboard-data.server";
import { resources, type TripSelection } from "server/dashboard/resources.server";
import { createLimits } from "server/limits/limits.server";
import { createLocalCounters } from "server/limits/counters.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { FaultyUpstream } from "../support/faulty-upstream";

const PATHS = [
  "/dashboard/metrics",
  "/dashboard/users/total",
  "/dashboard/users/monthly",
  "/dashboard/users/weekly",
  "/dashboard/users/daily",
  "/trips",
  "/trips/search",
  "/filters/available",
];

const PATIENCE = { timeout: 60_000, interval: 20 };

let client: HttpClient;
let dashboard: DashboardData;
/** Milliseconds that the cache's clock is ahead. */
let ahead: number;

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  ahead = 0;
  client = createHttpClient({ name: "core", baseUrl: upstream.coreApiUrl, timeoutMs: 1_000 });
  const cache = new StaleWhileRevalidateCache({
    now: () => Date.now() + ahead,
    elapsed: () => Date.now() + ahead,
  });
  const limits = createLimits(createLocalCounters());
  dashboard = createDashboardData({ coreApi: createCoreApi(client), cache, limits });
});
afterEach(() => client.close());

async function read<Query extends ViewQuery>(query: Query) {
  const { one } = await dashboard.read({ one: query });
  expect(one).toHaveProperty("value");
  return one as Exclude<typeof one, Error | undefined>;
}

const readTrips = (trips: TripSelection) => read({ resource: "trips" as const, trips });

const readAll = () => [
  ...resources.map((resource) => read({ resource })),
  readTrips({ q: "trip-1", page: 1 }),
];

it("one call per key is made for 100 visitors at once", async () => {
  const reads = Array.from({ length: 100 }, readAll).flat();
  const states = (await Promise.all(reads)).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(["fresh"]));
  for (const path of PATHS) expect(upstream.count(path)).toBe(1);
});

it("each page and filter is asked for on its own, whatever the order of the query", async () => {
  const first = await readTrips({ page: 1, country: "India" });
  await readTrips({ country: "India", page: 1, date: undefined });
  const second = await readTrips({ page: 2 });
  await readTrips({ q: "India", page: 1 });
  expect(upstream.count("/trips")).toBe(2);
  expect(upstream.count("/trips/search")).toBe(1);
  expect(first.value.trips.every(({ country }) => country === "India")).toBe(true);
  expect(second.value.pagination).toMatchObject({ currentPage: 2, totalItems: 30 });
});

it("each answer is asked for again when its own fresh time has passed", async () => {
  await Promise.all(readAll());
  const callsAfter = async (ms: number) => {
    upstream.calls.length = 0;
    ahead += ms;
    await vi.waitFor(async () => {
      const reads = await Promise.all(readAll());
      expect(reads.map(({ state }) => state)).toEqual(PATHS.map(() => "fresh"));
    }, PATIENCE);
    return upstream.calls.map(({ path }) => path).sort();
  };
  expect(await callsAfter(20_000)).toEqual([]);
  expect(await callsAfter(12_000)).toEqual(["/trips", "/trips/search"]);
  expect(await callsAfter(30_000)).toEqual(
    PATHS.filter((path) => path !== "/filters/available").sort(),
  );
  expect(await callsAfter(240_000)).toEqual([...PATHS].sort());
});

it("figures outlive a dead upstream with their age, nobody waits for it, and newer ones follow", async () => {
  const { asOf } = await read({ resource: "metrics" as const });
  await Promise.all(readAll());
  upstream.set("*", { kind: "stall" }); // whoever waits gets an error
  ahead = 301_000;
  const states = (await Promise.all(readAll())).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(["refreshing"]));
  await vi.waitFor(
    async () => expect((await read({ resource: "metrics" as const })).state).toBe("stale"),
    PATIENCE,
  );
  expect(await read({ resource: "metrics" as const })).toMatchObject({
    asOf,
    value: { totalTrips: 48_210 },
  });
  upstream.reset();
  ahead += 60_000;
  await vi.waitFor(async () => {
    const newer = await read({ resource: "metrics" as const });
    expect(newer.state).toBe("fresh");
    expect(newer.asOf).toBeGreaterThan(asOf);
  }, PATIENCE);
});
