import { describe, expect, it } from "vitest";
import { createLimits, type Limits, type Use } from "server/limits/limits.server";
import { redisMissing } from "../support/redis-server";
import { useRedis } from "../support/use-redis";

/** Tests the Redis part of limits on a real server. Unit tests cover how instances decide without Redis. */

const contact = (key: string): Use => ({ rule: "contactForm", key });
const send = (phone: string): Use[] => [
  { rule: "sendAgain", key: phone },
  { rule: "sendPerHour", key: phone },
];

describe.skipIf(redisMissing)("limits of several instances", () => {
  const redis = useRedis();

  const start = async () => createLimits(await redis.connect());
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

  it("end at the same time on every instance, to a few milliseconds", async () => {
    const [one, two] = await startTwo();
    const left = { sendAgain: 0, sendPerHour: 4 };
    const end = Date.now() + 60_000;
    expect(await one.take(send("a phone"))).toEqual({ ok: true, left });
    const refused = await two.take(send("a phone"));
    expect(refused).toMatchObject({ ok: false, rule: "sendAgain" });
    for (const limits of [one, two]) {
      expect((await limits.freeAt(send("a phone"))) - end).toBeGreaterThanOrEqual(0);
    }
  });

  it("are free again on every instance after a use was given back", async () => {
    const [one, two] = await startTwo();
    await one.take(send("a phone"));
    expect(await two.take(send("a phone"))).toMatchObject({ ok: false });
    await one.giveBack(send("a phone"));
    expect(await redis.server.command("KEYS", "*sendAgain*")).toEqual([]);
    expect(await two.take(send("a phone"))).toMatchObject({ ok: true });
  });

  it("are counted by each instance while Redis is down or full, and together again afterwards", async () => {
    const both = await startTwo();
    await redis.server.kill();
    await redis.is("down");
    expect(await countAllowed(both, 20, [contact("a")])).toBe(10);
    expect(await countAllowed(both, 20, send("a phone"))).toBe(2);
    await redis.server.startAgain();
    await redis.is("up");
    expect(await countAllowed(both, 20, [contact("a")])).toBe(5);
    await redis.server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await countAllowed(both, 20, [contact("b")])).toBe(10);
  });

  it("leave only keys that expire", async () => {
    const one = await start();
    await one.take([...send("a phone"), contact("a")]);
    const keys = (await redis.server.command("KEYS", "*")) as string[];
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/^pulse:test:limit:\w+:[\w-]{43}$/);
      expect(await redis.server.command("PTTL", key)).toBeGreaterThan(0);
    }
  });
});
