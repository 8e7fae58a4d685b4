import { expect, it } from "vitest";
import { groupKeys } from "server/cache/key-groups.server";
import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import { http } from "./cache-under-test";
import { HandAnsweredUpstream, Instance, onFakeClock, pass, settled } from "./instances";
import { SharedMemory } from "../../../support/shared-memory";

const REST_MS = 15_000;

onFakeClock();

function world() {
  const shared = new SharedMemory(() => Date.now());
  const upstream = new HandAnsweredUpstream();
  return { upstream, a: new Instance(shared, upstream), b: new Instance(shared, upstream) };
}

async function answered<T>(pressed: Promise<T>, upstream: HandAnsweredUpstream, outcome = 1) {
  await settled();
  upstream.answer("k", outcome);
  return pressed;
}

it("asks once however many press at the same moment, here and elsewhere", async () => {
  const { a, b, upstream } = world();
  const pressed = [a, a, b, b].map((instance) => instance.refreshNow("k"));
  await settled();
  expect(upstream.started).toBe(1);
  upstream.answer("k", 1);
  expect(await Promise.all(pressed)).toEqual(Array(4).fill({ outcome: "refreshed" }));
});

it("asks for what is fresh, but not within the cool-down, on any instance", async () => {
  const { a, b, upstream } = world();
  await answered(a.read("k"), upstream);
  const until = Date.now() + REST_MS;
  await pass(REST_MS - 1);
  expect(await a.refreshNow("k")).toEqual({ outcome: "resting", until });
  expect(await b.refreshNow("k")).toEqual({ outcome: "resting", until });
  expect(upstream.started).toBe(1);

  await pass(1);
  expect(await answered(b.refreshNow("k"), upstream, 2)).toEqual({ outcome: "refreshed" });
  await expect(a.read("k")).resolves.toMatchObject({ value: 2, state: "fresh" });
  expect(a.heard).toEqual(["k"]);
  expect(upstream.started).toBe(2);
});

it("tells of a failure, which cools down everywhere", async () => {
  const { a, b, upstream } = world();
  const pressed = a.refreshNow("k");
  await settled();
  upstream.answer("k", http());
  const until = Date.now() + 1_000;
  const error = { kind: "http", status: 503 };
  expect(await pressed).toEqual({ outcome: "failed", error, until });
  expect(await a.refreshNow("k")).toEqual({ outcome: "resting", until });
  expect(await b.refreshNow("k")).toMatchObject({ outcome: "failed", error, until });
  expect(upstream.started).toBe(1);
});

it("is counted by group, and no group tells what was looked for", async () => {
  const cache = new StaleWhileRevalidateCache({ store: createLruStore() });
  const { trips, metrics } = policies;
  const fetch = () => Promise.resolve("value");
  await cache.read(metrics, "metrics", fetch);
  await cache.read(metrics, "metrics", fetch);
  for (const key of [
    "trips?limit=12&page=1",
    "trips?limit=12&page=10",
    "trips?country=Atlantis&limit=12&page=1",
    "trips?date=2025-08-19&limit=12&page=1",
    "trips/search?limit=12&page=1&q=0xfeed%3Fpage%3D1",
    "trips/search?limit=12&page=2&q=metrics",
  ]) {
    await cache.read(trips, key, fetch);
  }
  const failing = () => Promise.reject(http());
  await expect(cache.read(trips, "trips/search?limit=12&page=1&q=dead", failing)).rejects.toThrow();
  await pass(40_000);

  const groups = groupKeys(cache.known());
  const counts = groups.map(({ name, keys, fresh, waiting, failing: failed, hits }) => {
    return [name, keys, fresh, waiting, failed, hits];
  });
  expect(counts.filter(([, keys]) => keys !== 0)).toEqual([
    ["metrics", 1, 1, 0, 0, 1],
    ["firstTrips", 1, 0, 1, 0, 0],
    ["furtherTrips", 1, 0, 1, 0, 0],
    ["filteredTrips", 2, 0, 2, 0, 0],
    ["searches", 3, 0, 2, 1, 0],
  ]);
  const searches = groups.find(({ name }) => name === "searches");
  expect(searches).toMatchObject({ youngestMs: 40_000, lastError: { kind: "http", status: 503 } });
  expect(JSON.stringify(groups)).not.toMatch(/Atlantis|feed|dead|2025|value/);
});
