import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLimits, type Limits, type Use } from "server/limits/limits.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import { redisMissing, RedisServer, WITHIN } from "../support/redis-server";

const PREFIX = "pulse:test:";
/** A generous deadline: a pause of a busy machine must not lose an answer. */
const DEADLINE_MS = 20_000;

describe.skipIf(redisMissing)("with a real Redis", () => {
  let server: RedisServer;
  const open: Redis[] = [];
  beforeAll(async () => void (server = await RedisServer.start()));
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.close();
    await server.kill();
    await server.startAgain();
  });

  function connect(url = server.url, deadlineMs = DEADLINE_MS) {
    const lines: string[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const redis = createRedis(url, PREFIX, logger, deadlineMs);
    open.push(redis);
    const is = (state: string) =>
      vi.waitFor(() => expect(redis.state()).toMatchObject({ state }), WITHIN);
    const isMarked = (name: string) => redis.isMarked(name);
    const mark = (name: string) => redis.mark(name, 60_000);
    return { redis, lines, is, isMarked, mark };
  }

  it("calls are rejected at once while the server is down, it is logged once, and used again", async () => {
    await server.kill();
    const { lines, is, isMarked, mark } = connect();
    await is("down");
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });

    await server.startAgain();
    await is("up");
    await mark("a");
    expect([await isMarked("a"), await isMarked("b")]).toEqual([true, false]);
    expect(Number(await server.command("PTTL", `${PREFIX}a`)) / 60_000).toBeCloseTo(1, 0);
    // After a failover, the address leads to another server.
    await server.command("REPLICAOF", "127.0.0.1", "1");
    await expect(mark("c")).rejects.toThrow("READONLY");
    await vi.waitFor(() => expect(lines).toHaveLength(4), WITHIN);
    const states = lines.map((line) => (JSON.parse(line) as { redis: string }).redis);
    expect(states).toEqual(["down", "up", "down", "up"]);
    expect(lines[0]).toContain("ECONNREFUSED");
  });

  it("a silent server is given up in time, and used again when it answers", async () => {
    const { is, isMarked } = connect(server.url, 50);
    await is("up");
    server.freeze();
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });
    await is("down");
    server.thaw();
    await is("up");
  });

  it("a password is in neither the log nor the state", async () => {
    await server.kill();
    await server.startAgain("--requirepass", "right-password-91");
    const { redis, lines, isMarked } = connect(
      `redis://:wrong-password-73@127.0.0.1:${server.port}`,
    );
    await vi.waitFor(() => expect(redis.state().lastFailure).not.toBeNull(), WITHIN);
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });
    await connect(`redis://:right-password-91@127.0.0.1:${server.port}`).is("up");
    expect(redis.state()).toMatchObject({ state: "down", lastFailure: { message: "WRONGPASS" } });
    expect(JSON.stringify([lines, redis.state()])).not.toMatch(/password/);
  });

  describe("limits of several instances", () => {
    const contact = (key: string): Use => ({ rule: "contactForm", key });
    const send = (phone: string): Use[] => [
      { rule: "sendAgain", key: phone },
      { rule: "sendPerHour", key: phone },
    ];
    const each = (state: string) =>
      vi.waitFor(() => {
        for (const redis of open) expect(redis.state()).toMatchObject({ state });
      }, WITHIN);

    async function startTwo() {
      const both = [createLimits(connect().redis), createLimits(connect().redis)] as const;
      await each("up");
      return both;
    }

    /** Takes the uses `times` times on each instance at once. Resolves with the number of successes. */
    async function countAllowed(instances: readonly Limits[], times: number, uses: Use[]) {
      const all = Array.from({ length: times }).flatMap(() => instances);
      const taken = await Promise.all(all.map((limits) => limits.take(uses)));
      return taken.filter(({ ok }) => ok).length;
    }

    it("allow exactly the number in the rules, several uses all or none, in keys that expire", async () => {
      const both = await startTwo();
      expect(await countAllowed(both, 1, [contact("a")])).toBe(2);
      await server.command("SCRIPT", "FLUSH");
      expect(await countAllowed(both, 20, [contact("a")])).toBe(3);
      expect(await countAllowed(both, 20, send("a phone"))).toBe(1);
      expect(await countAllowed(both, 5, [contact("a"), contact("b")])).toBe(0);
      expect(await countAllowed(both, 5, [contact("b")])).toBe(5);
      const keys = (await server.command("KEYS", "*")) as string[];
      expect(keys).toHaveLength(4);
      for (const key of keys) {
        expect(key).toMatch(/^pulse:test:limit:\w+:[\w-]{43}$/);
        expect(await server.command("PTTL", key)).toBeGreaterThan(0);
      }
    });

    it("end at the same time on every instance, and are free on all after a use was given back", async () => {
      const [one, two] = await startTwo();
      const end = Date.now() + 60_000;
      const left = { sendAgain: 0, sendPerHour: 4 };
      expect(await one.take(send("a phone"))).toEqual({ ok: true, left });
      expect(await two.take(send("a phone"))).toMatchObject({ ok: false, rule: "sendAgain" });
      for (const limits of [one, two]) {
        expect((await limits.freeAt(send("a phone"))) - end).toBeGreaterThanOrEqual(0);
      }
      await one.giveBack(send("a phone"));
      expect(await two.take(send("a phone"))).toMatchObject({ ok: true });
    });

    it("are counted by each instance while Redis is down or full, and together again afterwards", async () => {
      const both = await startTwo();
      await server.kill();
      await each("down");
      expect(await countAllowed(both, 20, [contact("a")])).toBe(10);
      expect(await countAllowed(both, 20, send("a phone"))).toBe(2);
      await server.startAgain();
      await each("up");
      expect(await countAllowed(both, 20, [contact("a")])).toBe(5);
      await server.command("CONFIG", "SET", "maxmemory", "1");
      expect(await countAllowed(both, 20, [contact("b")])).toBe(10);
    });
  });
});
