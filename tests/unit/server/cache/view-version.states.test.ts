import { afterEach, expect, it, vi } from "vitest";
import { tripsKey } from "server/cache/cache-keys.server";
import { manualPause } from "server/cache/manual-refresh.server";
import { clockTiming, serverTiming } from "server/cache/server-timing.server";
import { isRefreshing, viewVersion } from "server/cache/view-version.server";

afterEach(() => void vi.useRealTimers());

const fresh = { asOf: 36, state: "fresh" } as const;
const refreshing = { asOf: 36, state: "refreshing" } as const;
const stale = { asOf: 35, state: "stale" } as const;
const failed = { error: "away" };

it.each([
  [{}, false],
  [{ page: fresh, filters: stale, metrics: failed }, false],
  [{ page: fresh, filters: refreshing, metrics: failed }, true],
])("finds a refresh in %o: %s", (results, expected) => {
  expect(isRefreshing(results)).toBe(expected);
});

it("names each result with its time, or its sentence, and the newest trip", () => {
  const results = { page: fresh, filters: stale, metrics: failed, totalUsers: refreshing };
  const lines = ["filters~z", "metrics!away", "page=10", "totalUsers=10"];
  expect(viewVersion(results)).toBe(lines.join("\n"));
  const newest = viewVersion(results, { at: 7, old: true });
  expect(newest).toBe([...lines, "newestTrip=7 true"].join("\n"));
});

it("calls a result that has failed so in Server-Timing", () => {
  expect(serverTiming({ metrics: failed })).toBe('metrics;desc="failed"');
});

it("tells the server's clock", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 });
  expect(clockTiming()).toBe("clock;dur=1700000000000");
});

it("has the same key for the same list of trips, however it is asked for", () => {
  expect(tripsKey({ page: 2, limit: 12, country: "IN", date: undefined })).toBe(
    "trips?country=IN&limit=12&page=2",
  );
  expect(tripsKey({ q: "a", page: 1, limit: 12 })).toBe("trips/search?limit=12&page=1&q=a");
  expect(tripsKey({ limit: 12, page: 1, q: "a" })).toBe("trips/search?limit=12&page=1&q=a");
});

it("lets a key rest while its answer is young or its failure cools down, whichever is longer", () => {
  const answer = { id: "", value: 1, asOf: 0, arrived: 1_000, hits: 0 };
  const failure = { error: null, count: 1, until: 20_000 };
  expect(manualPause(undefined, undefined, 5_000)).toBe(0);
  expect(manualPause(answer, undefined, 5_000)).toBe(11_000);
  expect(manualPause(answer, failure, 5_000)).toBe(15_000);
  expect(manualPause(undefined, failure, 19_000)).toBe(1_000);
  expect(manualPause(answer, failure, 30_000)).toBe(0);
});
