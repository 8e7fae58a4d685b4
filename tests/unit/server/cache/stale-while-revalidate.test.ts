import { describe, expect, it } from "vitest";
import {
  circuitOpen,
  DAY_MS,
  FRESH_MS,
  http,
  settled,
  HandAnsweredCache,
} from "./cache-under-test";

describe("a cold read", () => {
  it("waits for one fetch, however many ask", async () => {
    const world = new HandAnsweredCache();
    const reads = Array.from({ length: 100 }, () => world.read());
    await settled();
    expect(world.started).toBe(1);
    await world.settle(7);
    for (const read of reads) {
      await expect(read).resolves.toEqual({ value: 7, asOf: world.now, state: "fresh" });
    }
  });

  it("rejects with the error when the first fetch fails, and then at once until it has cooled down", async () => {
    const world = new HandAnsweredCache();
    const error = http();
    const first = world.read();
    const rejection = expect(first).rejects.toBe(error);
    await settled();
    await world.settle(error);
    await rejection;

    world.now += 999;
    await expect(world.read()).rejects.toBe(error);
    await settled();
    expect(world.started).toBe(1);

    world.now += 1;
    const second = world.read();
    await settled();
    expect(world.started).toBe(2);
    await world.settle(8);
    await expect(second).resolves.toMatchObject({ value: 8, state: "fresh" });
    expect(world.log).toEqual(["failed", "failed", "miss"]);
  });
});

describe("a warm read", () => {
  it("is served at once while the upstream stalls", async () => {
    const world = await new HandAnsweredCache().filled();
    world.now += FRESH_MS;
    await expect(world.read()).resolves.toMatchObject({ value: 1, state: "refreshing" });
    world.now += 60_000;
    await expect(world.read()).resolves.toMatchObject({ value: 1, state: "refreshing" });
    await settled();
    expect(world.started).toBe(2);
  });

  it("is served for 24 hours when the upstream is dead, and not a moment longer", async () => {
    const world = await new HandAnsweredCache().filled();
    const arrived = world.now;
    world.now += FRESH_MS;
    await world.read();
    await world.settle(http());

    world.now = arrived + DAY_MS - 1;
    await expect(world.read()).resolves.toEqual({ value: 1, asOf: arrived, state: "stale" });
    await world.settle(http());

    world.now = arrived + DAY_MS;
    await expect(world.read()).rejects.toThrow("HTTP error 503: away");
  });

  it("cools down for 1, 2, 4, 8, then 15 seconds", async () => {
    const world = await new HandAnsweredCache().filled();
    world.now += FRESH_MS;
    for (const seconds of [1, 2, 4, 8, 15, 15]) {
      await world.read();
      await world.settle(http());
      const { started } = world;
      world.now += seconds * 1000 - 1;
      await world.read();
      await settled();
      expect(world.started).toBe(started);
      world.now += 1;
    }
  });

  it("cools down for one second only when nothing was sent", async () => {
    const world = await new HandAnsweredCache().filled();
    world.now += FRESH_MS;
    for (let failures = 0; failures < 6; failures++) {
      await world.read();
      await world.settle(http());
      world.now += 15_000;
    }
    await world.read();
    await world.settle(circuitOpen());
    world.now += 1000;
    const { started } = world;
    await world.read();
    await settled();
    expect(world.started).toBe(started + 1);
  });
});

describe("subscribers", () => {
  it("hear of every newer answer and of the first failure, not of a first answer; one that throws hurts nobody", async () => {
    const world = new HandAnsweredCache();
    const heard: string[] = [];
    world.cache.onRefresh(() => {
      throw new Error("a broken listener");
    });
    const leave = world.cache.onRefresh((notice) => heard.push(Object.values(notice).join(" ")));
    await world.filled();
    expect(heard).toEqual([]);

    world.now += FRESH_MS;
    await world.read();
    await world.settle(http());
    expect(heard).toEqual(["failure trips trips"]);
    world.now += 1000;
    await world.read();
    await world.settle(http());
    expect(heard).toHaveLength(1);

    world.now += 2000;
    await world.read();
    await world.settle(2);
    expect(heard.slice(1)).toEqual(["refresh trips trips"]);

    leave();
    world.now += FRESH_MS;
    await world.read();
    await world.settle(3);
    expect(heard).toHaveLength(2);
  });

  it("hear of the first answer after failures, which screens show", async () => {
    const world = new HandAnsweredCache();
    const heard: string[] = [];
    world.cache.onRefresh(({ key }) => heard.push(key));
    world.read().catch(() => undefined);
    await settled();
    await world.settle(http());
    world.now += 1000;
    await world.filled();
    expect(heard).toEqual(["trips"]);
  });
});

describe("a clock that is set", () => {
  const HOUR_MS = 3_600_000;

  it.each([-HOUR_MS, HOUR_MS, 26 * HOUR_MS])(
    "by %i ms makes nothing older or fresher",
    async (jump) => {
      const world = await new HandAnsweredCache().filled();
      world.now += 1_000;
      world.wallClockJump = jump;
      const read = await world.read();
      expect(read.state).toBe("fresh");
      // What the screen works out as its age.
      expect(world.now + jump - read.asOf).toBe(1_000);
      expect((await world.read()).asOf).toBe(read.asOf);
      world.now += FRESH_MS - 1_000;
      await expect(world.read()).resolves.toMatchObject({ state: "refreshing" });
      await settled();
      expect(world.started).toBe(2);
    },
  );

  it.each([-HOUR_MS, HOUR_MS])(
    "by %i ms lets a failure cool down as long as ever",
    async (jump) => {
      const world = new HandAnsweredCache();
      world.read().catch(() => undefined);
      await settled();
      await world.settle(http());
      world.wallClockJump = jump;
      world.now += 999;
      await expect(world.read()).rejects.toThrow("503");
      expect(world.started).toBe(1);
      world.now += 1;
      world.read().catch(() => undefined);
      await settled();
      expect(world.started).toBe(2);
    },
  );
});
