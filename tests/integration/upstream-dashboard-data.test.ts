import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { tripsKey } from "server/cache/cache-keys.server";
import { createDashboardData, type DashboardData } from "server/cache/dashboard-data.server";
import { createLruStore } from "server/cache/lru-store.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { createHttpClient, type HttpClient } from "server/upstream/http-client.server";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

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

/** For a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 20 };

let upstream: FaultyUpstream;
let client: HttpClient;
let dashboard: DashboardData;
/** Milliseconds that the cache's clock is ahead. */
let ahead: number;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  ahead = 0;
  client = createHttpClient({ name: "core", baseUrl: upstream.coreApiUrl, timeoutMs: 5000 });
  const cache = new StaleWhileRevalidateCache({
    store: createLruStore(),
    now: () => Date.now() + ahead,
    elapsed: () => performance.now() + ahead,
  });
  dashboard = createDashboardData({ coreApi: createCoreApi(client), cache });
});
afterEach(() => client.close());

const readAll = () => [
  dashboard.metrics(),
  dashboard.totalUsers(),
  dashboard.monthlyUsers(),
  dashboard.weeklyUsers(),
  dashboard.dailyUsers(),
  dashboard.trips({ page: 1, limit: 12 }),
  dashboard.searchTrips({ q: "trip-1", page: 1, limit: 12 }),
  dashboard.filters(),
];

async function failures(): Promise<unknown[]> {
  const outcomes = await Promise.allSettled<unknown>(readAll());
  return outcomes.map((outcome): unknown =>
    outcome.status === "rejected" ? outcome.reason : outcome,
  );
}

describe("a healthy upstream", () => {
  it("gets one call per key from 100 visitors at once", async () => {
    const reads = Array.from({ length: 100 }, readAll).flat();
    const states = (await Promise.all(reads)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["fresh"]));
    for (const path of PATHS) expect(upstream.count(path)).toBe(1);
  });

  it("is asked for each page and filter on its own, whatever the order of the query", async () => {
    const first = await dashboard.trips({ page: 1, limit: 12, country: "India" });
    await dashboard.trips({ country: "India", limit: 12, page: 1, date: undefined });
    const second = await dashboard.trips({ page: 2, limit: 12 });
    await dashboard.searchTrips({ q: "India", page: 1, limit: 12 });
    expect(upstream.count("/trips")).toBe(2);
    expect(upstream.count("/trips/search")).toBe(1);
    expect(first.value.trips.every(({ country }) => country === "India")).toBe(true);
    expect(second.value.pagination).toMatchObject({ currentPage: 2, totalItems: 30 });
  });

  it("is asked again when an answer's fresh time has passed, each at its own pace", async () => {
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

  it("tells subscribers which answer is newer, and nothing of somebody's first look", async () => {
    const heard: string[] = [];
    const leave = dashboard.onRefresh(({ resource, key }) => heard.push(`${resource} ${key}`));
    const query = { q: "trip-1", page: 1, limit: 12 };
    await dashboard.metrics();
    await dashboard.searchTrips(query);
    expect(heard).toEqual([]);
    ahead = 40_000;
    await dashboard.searchTrips(query);
    await vi.waitFor(() => expect(heard).toEqual([`trips ${tripsKey(query)}`]), PATIENCE);
    leave();
  });
});

describe("a dead upstream", () => {
  it("leaves a warm dashboard with its figures and their age", async () => {
    const { asOf } = await dashboard.metrics();
    upstream.set("*", { kind: "status", status: 503, json: { message: "service unavailable" } });
    ahead = 60_000;
    expect(await dashboard.metrics()).toMatchObject({ asOf, state: "refreshing" });
    await vi.waitFor(async () => expect((await dashboard.metrics()).state).toBe("stale"), PATIENCE);
    expect(await dashboard.metrics()).toMatchObject({ asOf, value: { totalTrips: 48_210 } });
  });

  it("leaves a cold one with the reason", async () => {
    upstream.set("*", { kind: "status", status: 503, json: { message: "service unavailable" } });
    for (const reason of await failures()) {
      expect(reason).toMatchObject({
        name: "UpstreamError",
        message: "HTTP error 503: service unavailable",
      });
    }
  });

  it("does not make a warm dashboard wait", async () => {
    await Promise.all(readAll());
    upstream.set("*", { kind: "stall" }); // whoever waits gets an error
    ahead = 301_000;
    const states = (await Promise.all(readAll())).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["refreshing"]));
  });
});

describe("bad answers", () => {
  const notUnderstood = "API request failed: the answer was not understood";

  it.each<[Behaviour, string]>([
    [{ kind: "wrong-types" }, notUnderstood],
    [{ kind: "missing-fields" }, notUnderstood],
    [{ kind: "failure", error: "fleet unknown" }, "fleet unknown"],
    [{ kind: "failure" }, "API request failed"],
    [{ kind: "html" }, notUnderstood],
    [{ kind: "redirect", to: "/dashboard/metrics" }, "HTTP error 302: Found"],
  ])("%j fails every block with its text", async (behaviour, message) => {
    upstream.set("*", behaviour);
    for (const reason of await failures()) {
      expect(reason).toMatchObject({ name: "UpstreamError", message });
    }
  });
});
