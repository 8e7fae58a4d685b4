import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDashboardData, type DashboardData } from "server/cache/dashboard-data.server";
import { createLruStore } from "server/cache/lru-store.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { createHttpClient } from "server/upstream/http-client.server";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

/** The clocks run this much faster than the real ones, so that a minute takes six seconds. */
const SPEED = 10;
const realMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / SPEED));

beforeAll(() => {
  const start = Date.now();
  const monotonic = performance.now.bind(performance);
  const zero = monotonic();
  const passed = () => (monotonic() - zero) * SPEED;
  vi.spyOn(Date, "now").mockImplementation(() => start + passed());
  vi.spyOn(performance, "now").mockImplementation(() => zero + passed());
});
afterAll(() => vi.restoreAllMocks());

/** Of the fast clock; what comes back on a quiet machine within seconds takes its time on a busy one. */
const PATIENCE_MS = 400_000;

/** Reads until every block is fresh, for as long as the patience lasts. */
async function untilAllFresh(dashboard: DashboardData, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs;
  while (Date.now() < end) {
    const outcomes = await readEverything(dashboard);
    if (outcomes.every((o) => o.status === "fulfilled" && o.value.state === "fresh")) return true;
    await realMs(250);
  }
  return false;
}

function readEverything(dashboard: DashboardData) {
  return Promise.allSettled<{ state: string }>([
    dashboard.metrics(),
    dashboard.totalUsers(),
    dashboard.monthlyUsers(),
    dashboard.weeklyUsers(),
    dashboard.dailyUsers(),
    dashboard.filters(),
    ...[1, 2, 3].map((page) => dashboard.trips({ page, limit: 12 })),
    dashboard.searchTrips({ q: "trip-1", page: 1, limit: 12 }),
  ]);
}

interface World {
  name: string;
  death: Behaviour | "refuses";
  warm: boolean;
  /** Calls that are at most made in the minute, of 2,400 wishes: 30 unless told. A busy machine needs more than 17. */
  most?: number;
}

const worlds: World[] = [
  { name: "a cold dashboard's refusing upstream", death: "refuses", warm: false },
  { name: "a cold dashboard's hanging upstream", death: { kind: "stall" }, warm: false },
  { name: "a warm dashboard's hanging upstream", death: { kind: "stall" }, warm: true },
  {
    name: "a cold dashboard's broken upstream",
    death: { kind: "status", status: 502 },
    warm: false,
  },
  {
    // No breaker: each of the ten keys cools down for itself, after 1, 3, 7, 15, 30, 45 and 60 s.
    name: "a cold dashboard's upstream that answers everything with 500",
    death: { kind: "status", status: 500 },
    warm: false,
    most: 81,
  },
  {
    name: "a warm dashboard's absent upstream",
    death: { kind: "status", status: 503 },
    warm: true,
  },
];

it.concurrent.each(worlds)(
  "$name gets few calls in a minute and is soon found well again",
  async (world) => {
    const upstream = await FaultyUpstream.start();
    let attempts = 0;
    const client = createHttpClient({
      name: "core",
      baseUrl: upstream.coreApiUrl,
      timeoutMs: 5000 / SPEED,
      onCall: () => (attempts += 1),
    });
    const cache = new StaleWhileRevalidateCache({ store: createLruStore() });
    const dashboard = createDashboardData({ coreApi: createCoreApi(client), cache });
    if (world.warm) {
      expect(await untilAllFresh(dashboard, PATIENCE_MS)).toBe(true);
      await realMs(31_000);
      attempts = 0;
    }

    if (world.death === "refuses") await upstream.stop();
    else upstream.set("*", world.death);
    const over = Date.now() + 60_000;
    while (Date.now() < over) {
      const reads = readEverything(dashboard);
      if (world.warm) {
        const outcomes = await reads;
        expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
      }
      await realMs(250);
    }
    expect(attempts).toBeGreaterThan(5);
    expect(attempts).toBeLessThan(world.most ?? 30);

    if (world.death === "refuses") await upstream.start();
    else upstream.reset();
    // The next probe comes at most 15 s later and brings every block back.
    expect(await untilAllFresh(dashboard, PATIENCE_MS)).toBe(true);
    await client.close();
    await upstream.stop();
  },
  60_000,
);
