import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CacheStatuses } from "server/cache/cache-result.server";
import { createDashboardData } from "server/cache/dashboard-data.server";
import { serverTiming } from "server/cache/server-timing.server";
import { viewVersion } from "server/cache/view-version.server";
import type { Chart } from "server/upstream/contracts/dashboard.server";
import type { CoreApi } from "server/upstream/core-api.server";
import { FRESH_MS, HandAnsweredCache, http, settled } from "./cache-under-test";

const LONGEST_FRESH_MS = 300_000;
const query = { page: 1, limit: 12 };

/** The dashboard over an upstream that answers at once, with a new figure each time, or fails. */
class Dashboard {
  readonly clock = new HandAnsweredCache();
  calls: string[] = [];
  failing = false;
  /** Of the trips on every page. */
  starts: (number | null)[] = [];
  readonly data = createDashboardData({ coreApi: this.#coreApi(), cache: this.clock.cache });

  #coreApi(): CoreApi {
    const answer = <T>(name: string, value: (figure: number) => T): Promise<T> => {
      this.calls.push(name);
      return this.failing ? Promise.reject(http()) : Promise.resolve(value(this.calls.length));
    };
    const chart = (total: number): Chart => ({ points: [], growthRate: null, total });
    const page = (totalItems: number) => ({
      trips: this.starts.map((startTime, id) => ({
        id: String(id),
        wallet: null,
        startTime,
        endTime: null,
        duration: null,
        distance: null,
        beats: null,
        country: null,
      })),
      pagination: {
        currentPage: 1,
        itemsPerPage: 12,
        totalItems,
        hasPrevPage: false,
        hasNextPage: false,
      },
    });
    return {
      metrics: () =>
        answer("metrics", (figure) => ({
          totalTrips: figure,
          distanceCovered: null,
          totalBeats: null,
          totalHours: null,
          totalUsers: null,
        })),
      totalUsers: () => answer("totalUsers", chart),
      monthlyUsers: () => answer("monthlyUsers", chart),
      weeklyUsers: () => answer("weeklyUsers", chart),
      dailyUsers: () => answer("dailyUsers", chart),
      trips: () => answer("trips", page),
      searchTrips: () => answer("search", page),
      filters: () => answer("filters", () => ({ countries: [] })),
    };
  }

  pass(ms: number) {
    this.clock.now += ms;
  }

  async readFleet() {
    const { data } = this;
    const asQueryResult = <T>(read: Promise<T>) =>
      read.catch((error: unknown) => ({ error: (error as Error).message }));
    const [metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers] = await Promise.all([
      asQueryResult(data.metrics()),
      asQueryResult(data.totalUsers()),
      asQueryResult(data.monthlyUsers()),
      asQueryResult(data.weeklyUsers()),
      asQueryResult(data.dailyUsers()),
    ]);
    return { metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers };
  }

  version() {
    const statuses = this.data.fleetNow();
    return statuses && viewVersion(statuses);
  }
}

describe("how the fleet stands now", () => {
  it("is not known before its first answers, and asks for none", async () => {
    const dashboard = new Dashboard();
    expect(dashboard.data.fleetNow()).toBeNull();
    expect(dashboard.data.tripsNow(query)).toBeNull();
    await settled();
    expect(dashboard.calls).toEqual([]);
  });

  it("has one version until an answer is past its fresh time, refreshes it, and has another then", async () => {
    const dashboard = new Dashboard();
    const read = viewVersion(await dashboard.readFleet());
    dashboard.pass(59_999);
    expect(dashboard.version()).toBe(read);
    expect(dashboard.calls).toHaveLength(5);
    dashboard.pass(1);
    expect(dashboard.version()).toBe(read);
    await settled();
    expect(dashboard.calls).toHaveLength(10);
    const refreshed = dashboard.version();
    expect(refreshed).not.toBe(read);
    expect(viewVersion(await dashboard.readFleet())).toBe(refreshed);
  });

  it("has another version when a refresh fails, and one more when the next succeeds", async () => {
    const dashboard = new Dashboard();
    await dashboard.readFleet();
    const fresh = dashboard.version();
    dashboard.failing = true;
    dashboard.pass(60_000);
    dashboard.version();
    await settled();
    const stale = dashboard.version();
    expect(stale).not.toBe(fresh);
    dashboard.failing = false;
    dashboard.pass(1000);
    expect(dashboard.version()).toBe(stale);
    await settled();
    expect([fresh, stale, null]).not.toContain(dashboard.version());
  });

  it("holds a first failure as its sentence while it cools down, and waits for a read after that", async () => {
    const dashboard = new Dashboard();
    dashboard.failing = true;
    const read = viewVersion(await dashboard.readFleet());
    expect(dashboard.version()).toBe(read);
    expect(read).toContain("HTTP error 503: away");
    dashboard.pass(1000);
    expect(dashboard.version()).toBeNull();
  });

  it("tells one page of trips from another, and changes with the list of countries", async () => {
    const dashboard = new Dashboard();
    await dashboard.data.filters();
    dashboard.pass(1);
    await dashboard.data.trips(query);
    dashboard.pass(1);
    await dashboard.data.searchTrips({ q: "a", ...query });
    const versionOf = (asked: Parameters<typeof dashboard.data.tripsNow>[0]) => {
      const statuses = dashboard.data.tripsNow(asked);
      return statuses && viewVersion(statuses);
    };
    const first = versionOf(query);
    expect(versionOf({ page: 2, limit: 12 })).toBeNull();
    expect(versionOf({ q: "a", ...query })).not.toBe(first);
    dashboard.pass(FRESH_MS - 3);
    expect(versionOf(query)).toBe(first);
    dashboard.pass(LONGEST_FRESH_MS);
    versionOf(query);
    await settled();
    expect(dashboard.calls.slice(-2).sort()).toEqual(["filters", "trips"]);
    expect(versionOf(query)).not.toBe(first);
  });

  it("includes the list that a day's number of trips is compared with", async () => {
    const dashboard = new Dashboard();
    const day = { ...query, date: "2025-08-31" };
    const before = { ...query, date: "2025-08-30" };
    const { data } = dashboard;
    await Promise.all([data.trips(day), data.filters()]);
    const versionNow = () => {
      const statuses = data.tripsNow(day, before);
      return statuses && viewVersion(statuses);
    };
    expect(versionNow()).toBeNull();
    await data.trips(before);
    const first = versionNow();
    dashboard.pass(FRESH_MS);
    expect(versionNow()).toBe(first);
    expect(data.tripsNow(day)).not.toHaveProperty("dayBefore");
    dashboard.pass(FRESH_MS);
    versionNow();
    await settled();
    expect(versionNow()).not.toBe(first);
  });

  it("tells the newest trip of the first page, and has another version when a newer one comes", async () => {
    const dashboard = new Dashboard();
    await dashboard.readFleet();
    expect(dashboard.data.newestTrip()).toBeNull();
    const { now } = dashboard.clock;
    dashboard.starts = [null, now - 1000, now - 2000];
    await dashboard.data.trips({ page: 2, limit: 12 });
    expect(dashboard.data.newestTrip()).toBeNull();
    await dashboard.data.trips(query);
    expect(dashboard.data.newestTrip()).toEqual({ at: now - 1000, old: false });
    const results = dashboard.data.fleetNow() ?? {};
    const before = viewVersion(results, dashboard.data.newestTrip());
    dashboard.pass(FRESH_MS);
    dashboard.starts = [now + 1, ...dashboard.starts];
    dashboard.data.newestTrip();
    await settled();
    expect(dashboard.data.newestTrip()).toEqual({ at: now + 1, old: false });
    expect(viewVersion(results, dashboard.data.newestTrip())).not.toBe(before);
  });

  it("marks a newest trip that started more than a day before it was asked for, and says none of what fails", async () => {
    const dashboard = new Dashboard();
    const { now } = dashboard.clock;
    dashboard.starts = [now - 86_400_001];
    await dashboard.data.trips(query);
    expect(dashboard.data.newestTrip()).toEqual({ at: now - 86_400_001, old: true });
    dashboard.failing = true;
    dashboard.pass(FRESH_MS);
    dashboard.data.newestTrip();
    await settled();
    expect(dashboard.data.newestTrip()).toBeNull();
  });

  it("says its ages in Server-Timing", async () => {
    const dashboard = new Dashboard();
    await dashboard.readFleet();
    dashboard.pass(12_000);
    expect(serverTiming(dashboard.data.fleetNow() ?? {}, dashboard.clock.now)).toContain(
      'metrics;desc="fresh, 12 s old"',
    );
  });
});

it("names what is shown, no more and no less", () => {
  const block = fc.oneof(
    fc.record({
      asOf: fc.integer({ min: 0, max: 3 }),
      state: fc.constantFrom("fresh" as const, "refreshing" as const, "stale" as const),
    }),
    fc.record({ error: fc.constantFrom("", "=0", "~1", "away") }),
  );
  const blocks = fc.dictionary(fc.constantFrom("page", "filters"), block);
  const shown = (statuses: CacheStatuses) =>
    Object.entries(statuses)
      .map(([name, one]) => ["error" in one ? one.error : [one.asOf, one.state === "stale"], name])
      .sort();
  fc.assert(
    fc.property(blocks, blocks, (one, other) => {
      const same = JSON.stringify(shown(one)) === JSON.stringify(shown(other));
      expect(viewVersion(one) === viewVersion(other)).toBe(same);
    }),
    { numRuns: 1000 },
  );
});
