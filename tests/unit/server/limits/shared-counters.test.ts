import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Counter, Counters } from "server/limits/counters.server";
import { createLimits } from "server/limits/limits.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { CountingRedis, freeAt, left } from "./counting-redis";

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

const counter = (name: string, points = 5): Counter => ({ name, points, seconds: 3_600 });
const a = counter("a");

function twoInstances(server = new CountingRedis()) {
  const info = vi.fn();
  const create = () => createSharedCounters(server.redis, { info });
  return { server, one: create(), two: create(), info };
}

/** Makes so many takes, one after the other, and returns how many of them were allowed. */
async function allowed(counters: Counters, times: number, ...some: Counter[]): Promise<number> {
  let count = 0;
  for (let attempt = 0; attempt < times; attempt += 1) {
    if ((await counters.take(some)).ok) count += 1;
  }
  return count;
}

it("the local count of an instance gives back in Redis what it refuses itself, and then refuses without asking Redis", async () => {
  const { server, one } = twoInstances();
  // A Redis that forgets its windows counts both of these simultaneous takes.
  const taking = [one.take([counter("a", 1)]), one.take([counter("a", 1)])];
  server.forgets = true;
  expect((await Promise.all(taking)).map(({ ok }) => ok)).toEqual([true, false]);
  expect(server.windows.size).toBe(0);
  server.calls.length = 0;
  expect(await allowed(one, 3, counter("a", 1))).toBe(0);
  expect(server.calls).toEqual([]);
});

it("a take whose full window ends while Redis is asked is refused with the current time as its end", async () => {
  const script = () => Promise.resolve([START, 0, 0, START]);
  const { redis } = new CountingRedis();
  const limits = createLimits(createSharedCounters({ ...redis, script }, { info: vi.fn() }));
  const refusal = { ok: false, rule: "wrongCode", until: START };
  expect(await limits.take([{ rule: "wrongCode", key: "a" }])).toEqual(refusal);
});

describe("limits while Redis is away", () => {
  it.each([
    [5, 0, 3],
    [2, 0, 1],
    [1, 0, 1],
    [5, 2, 1],
  ])("of %i, with %i used before, allow %i more on one instance", async (points, used, alone) => {
    const { server, one } = twoInstances();
    await allowed(one, used, counter("a", points));
    server.isAway = true;
    expect(await left(one, [counter("a", points)])).toBe(alone);
    expect(await freeAt(one, [counter("a", points)])).toBe(0);
    expect(await allowed(one, 9, counter("a", points))).toBe(alone);
    expect(await left(one, [counter("a", points)])).toBe(0);
    expect(await freeAt(one, [counter("a", points)])).toBe(START + HOUR);
  });

  it("are handed over once when Redis is back, with the end of the window as it was", async () => {
    const { server, one, two, info } = twoInstances(new CountingRedis(90_000));
    server.isAway = true;
    // Two of the nine takes are allowed and handed over.
    expect(await allowed(one, 9, counter("a", 4), counter("b", 9))).toBe(2);
    vi.setSystemTime(START + 60_000);
    await server.comeBack();
    expect(info.mock.calls).toEqual([[{ counters: 2 }, "limits: handed over to redis"]]);
    expect(await allowed(two, 9, counter("a", 4))).toBe(2);
    expect(await freeAt(two, [counter("a", 4)])).toBe(START + HOUR);
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls).toEqual([]);
    expect(info).toHaveBeenCalledOnce();
    expect(await left(two, [counter("b", 9)])).toBe(7);
  });

  it("are kept when Redis is away again before they were handed over", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await allowed(one, 2, counter("a", 4));
    server.comeBack().catch(() => undefined);
    server.isAway = true;
    await vi.waitFor(async () => expect(await left(one, [counter("a", 4)])).toBe(0));
    await server.comeBack();
    expect(await left(two, [counter("a", 4)])).toBe(2);
  });

  it("are handed over in small batches", async () => {
    const { server, one } = twoInstances();
    server.isAway = true;
    for (let each = 0; each < 450; each += 1) await one.take([counter(`c${each}`)]);
    await server.comeBack();
    await vi.waitFor(() => expect(server.windows.size).toBe(450));
    const batches = server.calls.filter(({ script }) => script === "limits-add");
    expect(batches.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
  });

  it.each([1, 2])("do not hand over what was given back of %i counted takes", async (times) => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await allowed(one, times, a);
    // Redis is back, but the counts have not been handed over yet.
    server.isAway = false;
    await one.giveBack([a]);
    expect(server.calls).toEqual([]);
    server.isAway = true;
    expect(await left(one, [a])).toBe(3 - times + 1);
    await server.comeBack();
    expect(server.windows.size).toBe(times - 1);
    expect(await left(two, [a])).toBe(5 - times + 1);
  });

  it("give back in Redis only what was counted there", async () => {
    const { server, one } = twoInstances();
    await one.take([counter("there")]);
    server.isAway = true;
    await one.take([counter("here")]);
    // One request gives back both counters, of which Redis has counted `there` only.
    server.isAway = false;
    await one.giveBack([counter("there"), counter("here")]);
    const back = server.calls.filter(({ script }) => script === "limits-give-back");
    expect(back.map(({ keys }) => keys)).toEqual([["limit:there"]]);
    expect(server.windows.size).toBe(0);
    server.isAway = true;
    await expect(one.giveBack([counter("there")])).resolves.toBeUndefined();
  });

  it("fail with errors that are not from Redis", async () => {
    const broken = { ...new CountingRedis().redis, script: () => Promise.reject(new TypeError()) };
    const counters = createSharedCounters(broken, { info: vi.fn() });
    await expect(counters.take([a])).rejects.toBeInstanceOf(TypeError);
  });
});
