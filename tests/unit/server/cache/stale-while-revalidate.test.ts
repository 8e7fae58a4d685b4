import { expect, it, vi } from "vitest";
import { memoryBounds } from "server/process/memory-bounds.server";
import { busy, UpstreamError } from "server/upstream/upstream-error.server";
import {
  flushPromises,
  FRESH_MS,
  HandAnsweredCache,
  httpError,
  policyOf,
  REST_MS,
} from "./cache-under-test";

// The model test covers which answers are served, and when the upstream is called.

/** A cache that holds an answer of the key. */
async function answered(key?: string) {
  const world = new HandAnsweredCache();
  const first = world.read(key);
  await world.settle(1, key);
  await first;
  return world;
}

it("a read is counted with its resource and its outcome", async () => {
  const world = await answered();
  await world.read();
  const failing = world.read("other");
  await Promise.all([expect(failing).rejects.toThrow(), world.settle(httpError(), "other")]);
  expect(world.inc.mock.calls.flat()).toEqual([
    { policy: "trips", outcome: "miss" },
    { policy: "trips", outcome: "fresh" },
    { policy: "trips", outcome: "failed" },
  ]);
});

it("a key rests for as long as the upstream asks", async () => {
  const world = new HandAnsweredCache();
  const error = new UpstreamError("http", "", { status: 429, retryAfterMs: 40_000 });
  const reads = [expect(world.read()).rejects.toBe(error)];
  await world.settle(error);
  world.now += 39_999;
  reads.push(expect(world.read()).rejects.toBe(error));
  await Promise.all(reads);
  world.now += 1;
  void world.read();
  await flushPromises();
  expect(world.started).toBe(2);
});

it("a refresh that its network may not make changes nothing for others", async () => {
  const world = await answered();
  vi.setSystemTime(0); // the wall clock does not count
  world.now += FRESH_MS;
  await world.read();
  await world.settle(busy());
  expect(await world.read()).toMatchObject({ value: 1, state: "refreshing" });
  expect(world.started).toBe(3);
});

it("a key is held while it has an answer, is being fetched, or rests", async () => {
  const world = await answered("answered");
  const fetched = expect(world.read("fetched")).rejects.toThrow();
  const held = (key: string) => world.cache.isHeld(key, policyOf(key));
  await flushPromises();
  expect(["answered", "fetched", "other"].map(held)).toEqual([true, true, false]);
  await world.settle(httpError(), "fetched");
  await fetched;
  expect(held("fetched")).toBe(true);
  world.now += REST_MS;
  expect(held("fetched")).toBe(false);
});

it("chosen keys evict neither an answer of a default view nor a fetch for which a reader waits", async () => {
  const world = await answered("metrics");
  const waiting = world.read("slow");
  for (let page = 0; page <= memoryBounds.chosenAnswers.entries; page += 1) {
    const key = `page ${page}`;
    await world.cache.read(key, policyOf(key), () => Promise.resolve(page));
  }
  expect(world.cache.isHeld("page 0", policyOf("page 0"))).toBe(false);
  expect(await world.read("metrics")).toMatchObject({ value: 1, state: "fresh" });
  await world.settle(2, "slow");
  expect(await waiting).toMatchObject({ value: 2, state: "fresh" });
});
