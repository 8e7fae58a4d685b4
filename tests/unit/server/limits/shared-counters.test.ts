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

/** How many of so many takes are let through, one after the other. */
async function through(counters: Counters, times: number, ...taken: Counter[]): Promise<number> {
  let passed = 0;
  for (let asked = 0; asked < times; asked += 1) {
    if ((await counters.take(taken)).ok) passed += 1;
  }
  return passed;
}

it("the own count of an instance undoes in Redis what it does not let through itself, and spares Redis from then on", async () => {
  const { server, one } = twoInstances();
  // Asked at the same moment, both are counted by a Redis that forgets.
  const taking = [one.take([counter("a", 1)]), one.take([counter("a", 1)])];
  server.forgets = true;
  expect((await Promise.all(taking)).map(({ ok }) => ok)).toEqual([true, false]);
  expect(server.windows.size).toBe(0);
  server.calls.length = 0;
  expect(await through(one, 3, counter("a", 1))).toBe(0);
  expect(server.calls).toEqual([]);
});

it("the own count of an instance says no for this moment where a full window ended while Redis was asked", async () => {
  const script = () => Promise.resolve([START, 0, 0, START]);
  const { redis } = new CountingRedis();
  const limits = createLimits(createSharedCounters({ ...redis, script }, { info: vi.fn() }));
  const refused = { ok: false, rule: "wrongCode", until: START };
  expect(await limits.take([{ rule: "wrongCode", key: "a" }])).toEqual(refused);
});

describe("limits while Redis is away", () => {
  it.each([
    [5, 0, 3],
    [2, 0, 1],
    [1, 0, 1],
    [5, 2, 1],
  ])("of %i, of which %i were counted before, let %i through here", async (points, used, alone) => {
    const { server, one } = twoInstances();
    await through(one, used, counter("a", points));
    server.isAway = true;
    expect(await left(one, [counter("a", points)])).toBe(alone);
    expect(await freeAt(one, [counter("a", points)])).toBe(0);
    expect(await through(one, 9, counter("a", points))).toBe(alone);
    expect(await left(one, [counter("a", points)])).toBe(0);
    expect(await freeAt(one, [counter("a", points)])).toBe(START + HOUR);
  });

  it("are told to the others when it is back, once, with the end that was named", async () => {
    const { server, one, two, info } = twoInstances(new CountingRedis(90_000));
    server.isAway = true;
    // Of nine two are let through, and told of.
    expect(await through(one, 9, counter("a", 4), counter("b", 9))).toBe(2);
    vi.setSystemTime(START + 60_000);
    await server.comeBack();
    expect(info.mock.calls).toEqual([[{ counters: 2 }, "limits: handed over to redis"]]);
    expect(await through(two, 9, counter("a", 4))).toBe(2);
    expect(await freeAt(two, [counter("a", 4)])).toBe(START + HOUR);
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls).toEqual([]);
    expect(info).toHaveBeenCalledOnce();
    expect(await left(two, [counter("b", 9)])).toBe(7);
  });

  it("are kept for later when it is gone again before they were handed over", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await through(one, 2, counter("a", 4));
    server.comeBack().catch(() => undefined);
    server.isAway = true;
    await vi.waitFor(async () => expect(await left(one, [counter("a", 4)])).toBe(0));
    await server.comeBack();
    expect(await left(two, [counter("a", 4)])).toBe(2);
  });

  it("are handed over in pieces that nobody has to wait long for", async () => {
    const { server, one } = twoInstances();
    server.isAway = true;
    for (let each = 0; each < 450; each += 1) await one.take([counter(`c${each}`)]);
    await server.comeBack();
    await vi.waitFor(() => expect(server.windows.size).toBe(450));
    const pieces = server.calls.filter(({ script }) => script === "limits-add");
    expect(pieces.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
  });

  it.each([1, 2])("forget what was given back of %i that were counted", async (times) => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await through(one, times, a);
    // It is there again, and was not told yet.
    server.isAway = false;
    await one.giveBack([a]);
    expect(server.calls).toEqual([]);
    server.isAway = true;
    expect(await left(one, [a])).toBe(3 - times + 1);
    await server.comeBack();
    expect(server.windows.size).toBe(times - 1);
    expect(await left(two, [a])).toBe(5 - times + 1);
  });

  it("give back in Redis what was counted there alone", async () => {
    const { server, one } = twoInstances();
    await one.take([counter("there")]);
    server.isAway = true;
    await one.take([counter("here")]);
    // As both of one request: what Redis never had stays out of it.
    server.isAway = false;
    await one.giveBack([counter("there"), counter("here")]);
    const back = server.calls.filter(({ script }) => script === "limits-give-back");
    expect(back.map(({ keys }) => keys)).toEqual([["limit:there"]]);
    expect(server.windows.size).toBe(0);
    server.isAway = true;
    await expect(one.giveBack([counter("there")])).resolves.toBeUndefined();
  });

  it("fail with what is no failure of Redis", async () => {
    const broken = { ...new CountingRedis().redis, script: () => Promise.reject(new TypeError()) };
    const counters = createSharedCounters(broken, { info: vi.fn() });
    await expect(counters.take([a])).rejects.toBeInstanceOf(TypeError);
  });
});
