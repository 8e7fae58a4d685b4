import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it, vi } from "vitest";
import { failureAfter, type Failure } from "server/cache/answer-store.server";
import {
  singleInstanceTier,
  noLease,
  type Claim,
  type SharedLookup,
  type SharedUpdate,
  type SharedTier,
} from "server/cache/shared-tier.server";
import type { Logger } from "server/process/logger.server";
import { clockTiming, serverTiming } from "server/cache/stale-while-revalidate.server";
import { busy, overLimit, UpstreamError } from "server/upstream/upstream-error.server";
import {
  circuitOpenError,
  FRESH_MS,
  HandAnsweredCache,
  httpError,
  queryOf,
  flushPromises,
} from "./cache-under-test";

// The model test covers which answers are served, and when the upstream is called.

const answer = () => Promise.resolve("answer");
const fault = new Error("a fault of ours");

it("a read is counted with its resource, its outcome and the age of the served answer", async () => {
  const world = new HandAnsweredCache();
  const { cache } = world;
  const filters = { ...queryOf("filters", answer), resource: "filters" } as const;
  expect(cache.readNow(filters)).toBeNull();
  await flushPromises();
  expect([...cache.known(), ...world.reads]).toEqual([]);
  await cache.read(filters);
  world.now += 2_500;
  await cache.read(filters);
  await expect(cache.read(queryOf("t", () => Promise.reject(httpError())))).rejects.toThrow();
  expect(world.reads).toEqual([
    ["filters", "miss", 0],
    ["filters", "fresh", 2_500],
    ["trips", "failed"],
  ]);
});

it("a read is counted as shared, with the answer's age, when another instance had the answer", async () => {
  const entry = { id: "theirs", value: "shared", asOf: 999_999_999_000, ageMs: 1_000 };
  const shared: SharedLookup = { entry, failure: null, claim: "not-needed" };
  const world = new HandAnsweredCache({
    tier: { ...singleInstanceTier, look: () => Promise.resolve(shared) },
  });
  const fetch = vi.fn(answer);
  const read = await world.cache.read(queryOf("t", fetch));
  expect(read).toEqual({ value: "shared", asOf: entry.asOf, state: "fresh" });
  expect(world.reads).toEqual([["trips", "shared", 1_000]]);
  expect(fetch).not.toHaveBeenCalled();
});

it("a read looks at the shared tier unless its answer is fresh, and patiently when no reader waits", async () => {
  const look = vi.fn<SharedTier["look"]>((...args) => singleInstanceTier.look(...args));
  const world = new HandAnsweredCache({ tier: { ...singleInstanceTier, look } });
  const read = () => world.cache.read(queryOf("t", answer));
  for (let count = 0; count < 10; count++) await read();
  world.now += FRESH_MS;
  await read();
  expect([...world.cache.known()]).toMatchObject([{ key: "t", refreshing: true }]);
  await flushPromises();
  expect([...world.cache.known()]).toMatchObject([{ key: "t", refreshing: false }]);
  expect(look.mock.calls).toEqual([
    [queryOf("t", answer), false],
    [queryOf("t", answer), true],
  ]);
});

it("cools down for 1, 2, 4, 8, then 15 seconds, unless the upstream sets the time or was not called", () => {
  const coolDown = (previous: Failure | undefined, error: unknown) => {
    const failure = failureAfter(previous, error, 500);
    return { ...failure, seconds: (failure.until - 500) / 1_000 };
  };
  const first = coolDown(undefined, httpError());
  const failures = [first];
  for (let count = 2; count <= 6; count++) failures.push(coolDown(failures.at(-1), httpError()));
  expect(failures.map(({ seconds }) => seconds)).toEqual([1, 2, 4, 8, 15, 15]);
  const slowDown = (retryAfterMs: number) =>
    new UpstreamError("http", "", { status: 429, retryAfterMs });
  expect(coolDown(first, slowDown(40_000))).toMatchObject({ count: 2, seconds: 40 });
  expect(coolDown(failures[5], slowDown(2_000))).toMatchObject({ count: 7, seconds: 2 });
  expect(coolDown(failures[2], circuitOpenError())).toMatchObject({ count: 3, seconds: 1 });
  expect(coolDown(failures[2], fault)).toMatchObject({ count: 4, seconds: 8 });
});

function leased() {
  const [succeed, fail, release] = [vi.fn(), vi.fn(), vi.fn()];
  const lease = { ...noLease, id: "ours", succeed, fail, release };
  const claim: Claim = { entry: null, failure: null, claim: "granted", lease };
  const world = new HandAnsweredCache({
    tier: { ...singleInstanceTier, claim: () => Promise.resolve(claim) },
  });
  const read = (fetch: () => Promise<unknown>) =>
    world.cache.read(
      queryOf("t", async (beforeSend) => {
        await beforeSend();
        return fetch();
      }),
    );
  return { lease, world, read };
}

it("a lease ends with the answer, and with whether an older answer was known", async () => {
  const { lease, world, read } = leased();
  await read(answer);
  const first = { value: "answer", asOf: world.now, known: false };
  world.now += FRESH_MS;
  await read(answer);
  await flushPromises();
  expect(lease.succeed.mock.calls).toEqual([[first], [{ ...first, asOf: world.now, known: true }]]);
  expect([lease.fail, lease.release].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it.each([
  ["ends with the failure, its count and its cool-down", httpError(), 1],
  ["is released when nothing was sent", circuitOpenError(), 0],
  ["is released when the fault is internal", fault, 0],
])("a lease %s", async (_title, error, failCalls) => {
  const { lease, read } = leased();
  await expect(read(() => Promise.reject(error))).rejects.toBe(error);
  expect(lease.fail.mock.calls).toEqual(
    Array(failCalls).fill([{ error, count: 1, coolMs: 1_000 }]),
  );
  expect(lease.release).toHaveBeenCalledTimes(1 - failCalls);
});

it("notifies each subscriber of newer answers and the first of several failures, not of a first result", async () => {
  const error = vi.fn();
  // The cache calls only this method of the logger.
  const world = new HandAnsweredCache({ logger: { error } as unknown as Logger });
  const broken = new Error("a broken listener");
  world.cache.onRefresh(() => {
    throw broken;
  });
  const notices: string[] = [];
  const stop = world.cache.onRefresh((notice) => notices.push(Object.values(notice).join(" ")));
  const look = async (outcome: number | Error, key?: string) => {
    world.now += FRESH_MS;
    world.read(key).catch(() => undefined);
    await world.settle(outcome, key);
    return notices.splice(0);
  };
  expect(await look(1)).toEqual([]);
  expect(await look(httpError())).toEqual(["failure trips trips"]);
  expect(await look(httpError())).toEqual([]);
  expect(await look(2)).toEqual(["refresh trips trips"]);
  expect(await look(httpError(), "other")).toEqual([]);
  expect(await look(3, "other")).toEqual(["refresh trips other"]);
  stop();
  expect(await look(4)).toEqual([]);
  const logged = [{ err: broken, policy: "trips" }, "cache listener"];
  expect(error.mock.calls).toEqual(Array(4).fill(logged));
});

/** A cache with its own answer, one second old. `tell` delivers news of another instance. */
async function listening() {
  let deliver: (news: SharedUpdate) => void = () => undefined;
  const world = new HandAnsweredCache({
    tier: { ...singleInstanceTier, onNews: (listener) => (deliver = listener) },
  });
  const read = world.read();
  await world.settle(1);
  await read;
  await world.read();
  world.now += 1_000;
  const theirs = { id: "theirs", value: 2, asOf: world.now - 1, ageMs: 0 };
  const defaults = { resource: "trips", key: "trips", newer: false, entry: theirs, failure: null };
  const tell = (news: Partial<SharedUpdate>) => deliver({ ...defaults, ...news });
  return { world, theirs, tell };
}

it("takes a newer answer of another instance, keeps the count of reads, and notifies dashboards", async () => {
  const { world, theirs, tell } = await listening();
  tell({});
  expect(await world.read()).toEqual({ value: 2, asOf: theirs.asOf, state: "fresh" });
  expect([...world.cache.known()]).toMatchObject([{ key: "trips", hits: 2 }]);
  expect(world.notices).toEqual(["refresh trips"]);
});

it.each([
  ["by the shared clock", { ageMs: 2_000 }],
  ["although its message came late", { asOf: 999_999_999_999 }],
])("ignores an answer that is older than its own %s", async (_how, older) => {
  const { world, theirs, tell } = await listening();
  tell({ entry: { ...theirs, ...older } });
  expect(await world.read()).toMatchObject({ value: 1 });
  expect(world.notices).toEqual([]);
});

it("announces a newer answer and the first of several failures of a key that it does not have", async () => {
  const { world, tell } = await listening();
  const failure = { error: httpError(), count: 1, coolMs: 1_000 };
  const other = { key: "other", entry: null };
  tell({ ...other, newer: true });
  tell(other);
  tell({ ...other, failure });
  tell({ ...other, failure: { ...failure, count: 2 } });
  expect(world.notices).toEqual(["refresh other", "failure other"]);
});

describe("a refusal of the network that made the call", () => {
  const [CROWD, VISITOR] = ["192.0.2.1", "198.51.100.7"];
  const networkStore = new AsyncLocalStorage<string>();
  const worldOfTwo = () => {
    const world = new HandAnsweredCache({ currentNetwork: () => networkStore.getStore() ?? "" });
    const readFor = (network: string, key?: string) =>
      networkStore.run(network, () => world.read(key));
    return { world, readFor };
  };

  it.each([busy(), overLimit(Date.now() + 30_000)])(
    "($kind): the fetch is repeated for other networks that had joined it",
    async (refusal) => {
      const { world, readFor } = worldOfTwo();
      const [crowd, visitor, again] = [readFor(CROWD), readFor(VISITOR), readFor(CROWD)];
      const rejections = [crowd, again].map((read) => expect(read).rejects.toBe(refusal));
      await world.settle(refusal);
      await world.settle(7);
      expect(await visitor).toMatchObject({ value: 7, state: "fresh" });
      expect(world.started).toBe(2);
      await Promise.all(rejections);
    },
  );

  it("applies to that network until it ends, and to no other network", async () => {
    const { world, readFor } = worldOfTwo();
    const expectRefusal = () => expect(readFor(CROWD)).rejects.toMatchObject({ kind: "busy" });
    const first = expectRefusal();
    await world.settle(busy());
    await first;
    world.now += 4_999;
    await expectRefusal();
    const other = readFor(VISITOR);
    await world.settle(1);
    await other;
    expect([...world.cache.known()]).toMatchObject([{ failing: false }]);
    // Once there is an answer, every network gets it.
    expect(await readFor(CROWD)).toMatchObject({ value: 1, state: "fresh" });
    world.now += FRESH_MS;
    await readFor(CROWD);
    await flushPromises();
    expect(world.fetches.size).toBe(1);
  });

  it("is a failure for every network when the key belongs to a default view", async () => {
    const { world, readFor } = worldOfTwo();
    const expectRefusal = (network: string) =>
      expect(readFor(network, "metrics")).rejects.toMatchObject({ kind: "busy" });
    const first = expectRefusal(CROWD);
    await world.settle(busy(), "metrics");
    await first;
    await expectRefusal(VISITOR);
    expect(world.started).toBe(1);
  });
});

it("lists the state and age of every block in Server-Timing syntax, and the server's clock", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 100_000 });
  const header = serverTiming({
    metrics: { asOf: 88_000, state: "fresh" },
    trips: { asOf: 0, state: "stale" },
    weeklyUsers: { asOf: 100_400, state: "refreshing" },
    dailyUsers: { error: "away" },
    filters: undefined,
  });
  const clock = clockTiming();
  expect(header).toBe(
    'metrics;desc="fresh, 12 s old", trips;desc="stale, 100 s old", ' +
      'weeklyUsers;desc="refreshing, 0 s old", dailyUsers;desc="failed"',
  );
  expect(clock).toBe("clock;dur=100000");
});
