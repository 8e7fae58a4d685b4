import { describe, expect, it, vi } from "vitest";
import { createLruStore } from "server/cache/lru-store.server";
import { policies } from "server/cache/freshness-policies.server";
import { alone, type Claim, type SharedTier } from "server/cache/shared-tier.server";
import { StaleWhileRevalidateCache } from "server/cache/stale-while-revalidate.server";
import type { Logger } from "server/logger.server";
import { circuitOpen, http, settled } from "./cache-under-test";

/** A cache on clocks of its own, which notes how its reads ended. */
function cacheWith(tier: SharedTier = alone, logging: { logger?: Logger } = {}) {
  const clock = { now: 1_000_000, elapsed: 500 };
  const reads: unknown[][] = [];
  const cache = new StaleWhileRevalidateCache({
    store: createLruStore(),
    tier,
    ...logging,
    now: () => clock.now,
    elapsed: () => clock.elapsed,
    onRead: (...read) => reads.push(read),
  });
  const pass = (ms: number) => {
    clock.now += ms;
    clock.elapsed += ms;
  };
  return { cache, clock, reads, pass };
}

const answer = () => Promise.resolve("answer");

describe("a read", () => {
  it("is counted with its policy, how it ended, and the age of what was served", async () => {
    const { cache, reads, pass } = cacheWith();
    await cache.read(policies.filters, "filters", answer);
    pass(2_500);
    await cache.read(policies.filters, "filters", answer);
    await expect(cache.read(policies.trips, "t", () => Promise.reject(http()))).rejects.toThrow();
    expect(reads).toEqual([
      ["filters", "miss", 0],
      ["filters", "fresh", 2_500],
      ["trips", "failed"],
    ]);
  });

  it("is counted as shared when another instance had the answer, with its age", async () => {
    const entry = { id: "theirs", value: "shared", asOf: 999_000, ageMs: 1_000 };
    const known: Claim = { entry, failure: null, turn: "nobody's" };
    const { cache, reads } = cacheWith({ ...alone, claim: () => Promise.resolve(known) });
    const fetch = vi.fn(answer);
    const read = await cache.read(policies.trips, "t", fetch);
    expect(read).toEqual({ value: "shared", asOf: 999_000, state: "fresh" });
    expect(reads).toEqual([["trips", "shared", 1_000]]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it("is no read of the cache where it is only looked at", async () => {
    const { cache, reads } = cacheWith();
    expect(cache.readNow(policies.trips, "t", answer)).toBeNull();
    await settled();
    expect(reads).toEqual([]);
  });

  it("claims patiently where nobody waits", async () => {
    const claim = vi.fn<SharedTier["claim"]>((...asked) => alone.claim(...asked));
    const { cache, pass } = cacheWith({ ...alone, claim });
    await cache.read(policies.trips, "t", answer);
    pass(30_000);
    await cache.read(policies.trips, "t", answer);
    await settled();
    expect(claim.mock.calls).toEqual([
      [policies.trips, "t", false],
      [policies.trips, "t", true],
    ]);
  });
});

describe("a refresh by hand", () => {
  it("is claimed by somebody who waits", async () => {
    const claim = vi.fn<SharedTier["claim"]>((...asked) => alone.claim(...asked));
    const { cache } = cacheWith({ ...alone, claim });
    const pressed = cache.refreshNow(policies.trips, "t", answer);
    expect(claim).toHaveBeenCalledExactlyOnceWith({ name: "trips", freshMs: 15_000 }, "t", false);
    await expect(pressed).resolves.toEqual({ outcome: "refreshed" });
  });

  it("rejects with a fault that is none of the upstream's", async () => {
    const { cache } = cacheWith();
    const fault = new Error("a fault of ours");
    await expect(cache.refreshNow(policies.trips, "t", () => Promise.reject(fault))).rejects.toBe(
      fault,
    );
  });
});

it("knows which keys are being asked for", async () => {
  const { cache, pass } = cacheWith();
  await cache.read(policies.trips, "t", answer);
  pass(30_000);
  await cache.read(policies.trips, "t", answer);
  expect([...cache.known()]).toMatchObject([{ key: "t", refreshing: true }]);
  await settled();
  expect([...cache.known()]).toMatchObject([{ key: "t", refreshing: false }]);
});

describe("a wall clock that drifts", () => {
  it.each([
    [1_000, 1_000_000],
    [-1_000, 1_000_000],
    [1_001, 1_001_001],
    [-1_001, 998_999],
  ])("by %i ms leaves the time of an answer at %i", async (drift, asOf) => {
    const { cache, clock } = cacheWith();
    await cache.read(policies.trips, "t", answer);
    clock.now += drift;
    expect(await cache.read(policies.trips, "t", answer)).toMatchObject({ asOf });
  });
});

describe("a lease", () => {
  function leased() {
    const lease = { id: "ours", succeed: vi.fn(), fail: vi.fn(), release: vi.fn() };
    const claim: Claim = { entry: null, failure: null, turn: "ours", lease };
    return { lease, ...cacheWith({ ...alone, claim: () => Promise.resolve(claim) }) };
  }

  it("ends with the answer, and with whether an older one was known", async () => {
    const { lease, cache, pass } = leased();
    await cache.read(policies.trips, "t", answer);
    expect(lease.succeed).toHaveBeenLastCalledWith({
      value: "answer",
      asOf: 1_000_000,
      known: false,
    });
    pass(30_000);
    await cache.read(policies.trips, "t", answer);
    await settled();
    expect(lease.succeed).toHaveBeenLastCalledWith({
      value: "answer",
      asOf: 1_030_000,
      known: true,
    });
    expect([lease.fail, lease.release].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  it("ends with the failure, what it counts and how long it cools down", async () => {
    const { lease, cache } = leased();
    const error = http();
    await expect(cache.read(policies.trips, "t", () => Promise.reject(error))).rejects.toBe(error);
    expect(lease.fail.mock.calls).toEqual([[{ error, count: 1, coolMs: 1_000 }]]);
    expect(lease.release).not.toHaveBeenCalled();
  });

  it.each([
    ["nothing was sent", circuitOpen()],
    ["the fault is ours", new Error("a fault of ours")],
  ])("is given back where %s", async (_where, error) => {
    const { lease, cache } = leased();
    await expect(cache.read(policies.trips, "t", () => Promise.reject(error))).rejects.toBe(error);
    expect(lease.release).toHaveBeenCalledOnce();
    expect(lease.fail).not.toHaveBeenCalled();
  });
});

it("says which listener of the cache has failed, in the log", async () => {
  const error = vi.fn();
  // Of the logger nothing else is called.
  const { cache, pass } = cacheWith(alone, { logger: { error } as unknown as Logger });
  const broken = new Error("a broken listener");
  cache.onRefresh(() => {
    throw broken;
  });
  await cache.read(policies.trips, "t", answer);
  pass(30_000);
  await cache.read(policies.trips, "t", answer);
  await settled();
  expect(error.mock.calls).toEqual([[{ err: broken, policy: "trips" }, "cache listener"]]);
});
