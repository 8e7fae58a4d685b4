import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Counter } from "server/limits/counters.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { CountingRedis } from "./counting-redis";

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ["Date"] });
});
afterEach(() => void vi.useRealTimers());

const counter = (name: string, points = 5): Counter => ({ name, points, seconds: 3_600 });

/** Two instances with one Redis. */
function twoInstances(server = new CountingRedis()) {
  const info = vi.fn();
  const create = () => createSharedCounters(server.redis, { info });
  return { server, one: create(), two: create(), info };
}

type Counters = ReturnType<typeof twoInstances>["one"];

/** How many of so many takes are let through, one after the other. */
async function through(counters: Counters, times: number, ...taken: Counter[]): Promise<number> {
  let passed = 0;
  for (let asked = 0; asked < times; asked += 1) {
    if ((await counters.take(taken)).ok) passed += 1;
  }
  return passed;
}

describe("limits of several instances", () => {
  it("let no more through in a window than one alone would, in whatever order they are asked", async () => {
    const step = fc.tuple(fc.nat(1), fc.constantFrom(0, 0, 0, 1_000, HOUR - 1_000, HOUR));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        vi.setSystemTime(START);
        const { one, two } = twoInstances();
        let window = { until: 0, used: 0 };
        for (const [who, passes] of steps) {
          const now = Date.now() + passes;
          vi.setSystemTime(now);
          if (window.until <= now) window = { until: now + HOUR, used: 0 };
          const verdict = await [one, two][who]?.take([counter("a", 3)]);
          expect(verdict?.ok).toBe(window.used < 3);
          expect(verdict?.until).toEqual(window.used < 3 ? [window.until] : window.until);
          if (verdict?.ok) window.used += 1;
          if (verdict?.ok) expect(verdict.left).toEqual([3 - window.used]);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("count all or nothing, and name the one that says no for the longest time", async () => {
    const { one, two } = twoInstances();
    const [free, full] = [counter("free"), counter("full", 2)];
    expect(await through(one, 5, full)).toBe(2);
    vi.setSystemTime(START + 60_000);
    expect(await two.take([free, full])).toEqual({ ok: false, full: 1, until: START + HOUR });
    expect(await two.left([free])).toBe(5);
    await through(one, 5, counter("later", 1));
    expect(await two.take([full, counter("later", 1)])).toEqual({
      ok: false,
      full: 1,
      until: START + HOUR + 60_000,
    });
  });

  it("say the same of when and how often, whoever counted", async () => {
    const { one, two } = twoInstances();
    for (const [used, until] of [
      [0, 0],
      [1, 0],
      [2, START + HOUR],
    ] as const) {
      for (const counters of [one, two]) {
        expect(await counters.left([counter("a", 2), counter("b", 9)])).toBe(2 - used);
        expect(await counters.freeAt([counter("a", 2)])).toBe(until);
      }
      await one.take([counter("a", 2)]);
    }
  });

  it("are free again everywhere after what one counted was given back", async () => {
    const { server, one, two } = twoInstances();
    await one.take([counter("a", 1)]);
    expect(await two.freeAt([counter("a", 1)])).toBe(START + HOUR);
    await one.giveBack([counter("a", 1)]);
    expect(server.windows.size).toBe(0);
    expect(await two.freeAt([counter("a", 1)])).toBe(0);
    expect(await through(two, 3, counter("a", 1))).toBe(1);
  });

  it("take back in Redis what this instance's own count does not let through", async () => {
    const { server, one } = twoInstances();
    // Asked at the same moment, both are counted by a Redis that forgets.
    const taking = [one.take([counter("a", 1)]), one.take([counter("a", 1)])];
    server.forgets = true;
    const taken = await Promise.all(taking);
    expect(taken.map(({ ok }) => ok)).toEqual([true, false]);
    expect(server.windows.size).toBe(0);
    // Nothing is asked of it for who is over the limit here.
    server.calls.length = 0;
    expect(await through(one, 3, counter("a", 1))).toBe(0);
    expect(server.calls).toEqual([]);
  });

  it("let no more through than one instance's own after everything was lost in Redis", async () => {
    const { server, one } = twoInstances();
    expect(await through(one, 3, counter("a"))).toBe(3);
    server.windows.clear();
    expect(await through(one, 9, counter("a"))).toBe(2);
    expect(await one.freeAt([counter("a")])).toBe(START + HOUR);
    expect(await one.left([counter("a")])).toBe(0);
  });

  it("say no for this moment where a full window ended while Redis was asked", async () => {
    const script = () => Promise.resolve([START, 0, 0, START]);
    const { redis } = new CountingRedis();
    const counters = createSharedCounters({ ...redis, script }, { info: vi.fn() });
    expect(await counters.take([counter("a")])).toEqual({ ok: false, full: 0, until: START });
  });

  it.each([-90_000, 90_000])(
    "name ends by this instance's clock, %i ms from Redis'",
    async (ms) => {
      const { one } = twoInstances(new CountingRedis(ms));
      await one.take([counter("a", 1)]);
      expect(await one.freeAt([counter("a", 1)])).toBe(START + HOUR);
      expect(await one.take([counter("a", 1)])).toMatchObject({ until: START + HOUR });
    },
  );
});

describe("limits while Redis is away", () => {
  it.each([
    [5, 3],
    [2, 1],
    [1, 1],
  ])("of %i let %i through on each instance", async (points, alone) => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    for (const counters of [one, two]) {
      expect(await counters.left([counter("a", points)])).toBe(alone);
      expect(await through(counters, 9, counter("a", points))).toBe(alone);
      expect(await counters.left([counter("a", points)])).toBe(0);
      expect(await counters.freeAt([counter("a", points)])).toBe(START + HOUR);
    }
  });

  it("go on from what this instance has counted before", async () => {
    const { server, one } = twoInstances();
    await through(one, 2, counter("a"));
    server.isAway = true;
    expect(await one.left([counter("a")])).toBe(1);
    expect(await one.freeAt([counter("a")])).toBe(0);
    expect(await through(one, 9, counter("a"))).toBe(1);
  });

  it("are told to the others when it is back, with the end that was named", async () => {
    const { server, one, two, info } = twoInstances(new CountingRedis(90_000));
    server.isAway = true;
    await through(one, 2, counter("a", 4), counter("b", 9));
    vi.setSystemTime(START + 60_000);
    await server.comeBack();
    expect(info.mock.calls).toEqual([[{ counters: 2 }, "limits: handed over to redis"]]);
    expect(await two.left([counter("a", 4)])).toBe(2);
    expect(await through(two, 9, counter("a", 4))).toBe(2);
    expect(await two.freeAt([counter("a", 4)])).toBe(START + HOUR);
    // What was handed over once is not handed over again.
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls).toEqual([]);
    expect(info).toHaveBeenCalledOnce();
    expect(await two.left([counter("b", 9)])).toBe(7);
  });

  it("that said no are not told to the others", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    expect(await through(one, 9, counter("a"))).toBe(3);
    await server.comeBack();
    expect(await two.left([counter("a")])).toBe(2);
  });

  it("are kept for later when it is gone again before they were handed over", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await through(one, 2, counter("a", 4));
    server.comeBack().catch(() => undefined);
    server.isAway = true;
    await vi.waitFor(async () => expect(await one.left([counter("a", 4)])).toBe(0));
    await server.comeBack();
    expect(await two.left([counter("a", 4)])).toBe(2);
  });

  it("are handed over in pieces that nobody has to wait long for", async () => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    const all = Array.from({ length: 450 }, (_, index) => counter(`c${index}`, 1));
    for (const each of all) await one.take([each]);
    await server.comeBack();
    await vi.waitFor(() => expect(server.windows.size).toBe(450));
    const sizes = server.calls.filter(({ script }) => script === "limits-add");
    expect(sizes.map(({ keys }) => keys.length)).toEqual([200, 200, 50]);
    for (const each of [0, 199, 200, 399, 400, 449]) {
      expect(await two.left([counter(`c${each}`, 1)])).toBe(0);
    }
  });

  it.each([1, 2])("forget what was given back of %i that were counted", async (times) => {
    const { server, one, two } = twoInstances();
    server.isAway = true;
    await through(one, times, counter("a"));
    // It is there again, and was not told yet.
    server.isAway = false;
    await one.giveBack([counter("a")]);
    expect(server.calls).toEqual([]);
    server.isAway = true;
    expect(await one.left([counter("a")])).toBe(3 - times + 1);
    await server.comeBack();
    expect(server.windows.size).toBe(times - 1);
    expect(await two.left([counter("a")])).toBe(5 - times + 1);
    // It was never in Redis, so nothing was taken back there.
    expect(server.calls.map(({ script }) => script)).not.toContain("limits-give-back");
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
    // Nothing is asked of a Redis that is away, and nobody is told.
    server.isAway = true;
    await expect(one.giveBack([counter("there")])).resolves.toBeUndefined();
    server.calls.length = 0;
    await server.comeBack();
    expect(server.calls).toEqual([]);
  });

  it("fail with what is no failure of Redis", async () => {
    const broken = { ...new CountingRedis().redis, script: () => Promise.reject(new TypeError()) };
    const counters = createSharedCounters(broken, { info: vi.fn() });
    await expect(counters.take([counter("a")])).rejects.toBeInstanceOf(TypeError);
  });
});
