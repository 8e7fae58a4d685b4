import { afterEach, describe, expect, it, vi } from "vitest";
import { createLimits, type Limits, type Use } from "server/limits/limits.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import type { Redis } from "server/redis/redis.server";
import { redisMissing } from "../support/redis-server";
import { PREFIX, silent, useRedis, WITHIN } from "../support/use-redis";

/** Tests the Redis part of limits on a real server. Unit tests cover how instances decide without Redis. */

const contact = (key: string): Use => ({ rule: "contactForm", key });
const send = (phone: string): Use[] => [
  { rule: "sendAgain", key: phone },
  { rule: "sendPerHour", key: phone },
];

describe.skipIf(redisMissing)("limits of several instances", () => {
  const redis = useRedis();
  afterEach(() => void vi.useRealTimers());

  const limitsOn = (connection: Redis) => createLimits(createSharedCounters(connection, silent));
  const start = async () => limitsOn(await redis.connect());
  const startTwo = async () => [await start(), await start()] as const;

  /** Takes the uses `times` times on each instance at once. Resolves with the number of successes. */
  async function countAllowed(
    instances: readonly Limits[],
    times: number,
    uses: Use[],
  ): Promise<number> {
    const all = Array.from({ length: times }).flatMap(() => instances);
    const taken = await Promise.all(all.map((limits) => limits.take(uses)));
    return taken.filter(({ ok }) => ok).length;
  }

  it("allow exactly the number in the rules under concurrency, and take several uses all or none", async () => {
    const both = await startTwo();
    expect(await countAllowed(both, 1, [contact("a")])).toBe(2);
    await redis.server.command("SCRIPT", "FLUSH");
    expect(await countAllowed(both, 20, [contact("a")])).toBe(3);
    expect(await countAllowed(both, 20, send("a phone"))).toBe(1);
    expect(await countAllowed(both, 5, [contact("a"), contact("b")])).toBe(0);
    expect(await countAllowed(both, 5, [contact("b")])).toBe(5);
  });

  it("give the same end time on every instance, whichever counted and however often they are read", async () => {
    const both = await startTwo();
    const [one, two] = both;
    const left = { sendAgain: 0, sendPerHour: 4 };
    expect(await one.take(send("a phone"))).toEqual({ ok: true, left });
    const refused = await two.take(send("a phone"));
    expect(refused).toMatchObject({ ok: false, rule: "sendAgain" });
    const attempts = Array.from({ length: 500 }).flatMap(() => both);
    const ends = await Promise.all(attempts.map((limits) => limits.freeAt(send("a phone"))));
    expect([...new Set(ends)]).toEqual([refused.ok || refused.until]);
  });

  it("are free again on every instance after a use was given back", async () => {
    const [one, two] = await startTwo();
    await one.take(send("a phone"));
    expect(await two.take(send("a phone"))).toMatchObject({ ok: false });
    await one.giveBack(send("a phone"));
    expect(await redis.server.command("KEYS", "*sendAgain*")).toEqual([]);
    expect(await two.take(send("a phone"))).toMatchObject({ ok: true });
  });

  it("are stricter while Redis is down, and write their counts and end times to Redis afterwards", async () => {
    const [one, two] = await startTwo();
    expect(await countAllowed([one], 2, [contact("before")])).toBe(2);
    await redis.server.kill();
    await redis.is("down");
    expect(await countAllowed([one], 20, [contact("before")])).toBe(1);
    expect(await countAllowed([one], 20, [contact("meanwhile")])).toBe(3);
    const end = await one.freeAt([contact("meanwhile")]);

    await redis.server.startAgain();
    await redis.is("up");
    await vi.waitFor(async () => {
      expect(await redis.server.command("KEYS", "*contactForm*")).toHaveLength(2);
    }, WITHIN);
    expect(await countAllowed([two], 20, [contact("meanwhile")])).toBe(2);
    expect(await two.freeAt([contact("meanwhile")])).toBe(end);
    // The server restarted empty. The instance that made the earlier uses has still counted them.
    expect(await countAllowed([one], 20, [contact("before")])).toBe(2);
  });

  it("are counted per instance while Redis is full", async () => {
    const one = await start();
    await redis.server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await countAllowed([one], 20, [contact("a")])).toBe(3);
    expect(await countAllowed([one], 20, send("a phone"))).toBe(1);
  });

  it("keep a bounded number of windows: beyond it, those that end soonest are dropped", async () => {
    const one = await start();
    await one.take([contact("long"), { rule: "chosenRead", key: "short" }]);
    const fill = "for i = 1, 99998 do redis.call('ZADD', KEYS[1], 9e15, 'other ' .. i) end";
    await redis.server.command("EVAL", fill, 1, `${PREFIX}limits`);
    expect((await one.take([contact("new")])).ok).toBe(true);
    expect(await redis.server.command("ZCARD", `${PREFIX}limits`)).toBe(100_000);
    expect(await redis.server.command("KEYS", "*limit:chosenRead*")).toEqual([]);
    expect(await redis.server.command("KEYS", "*limit:contactForm*")).toHaveLength(1 + 1);
  });
});
