import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLimits, type Limits, type Use } from "server/limits/limits.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import { redisMissing, RedisServer } from "../support/redis-server";
import { TcpProxy } from "./tcp-proxy";

const WITHIN = { timeout: 60_000, interval: 20 };
const logger = pino({ level: "silent" });

interface Instance {
  redis: Redis;
  limits: Limits;
}

let keys = 0;
/** Somebody whom nothing was counted for yet. */
const newKey = () => `key ${(keys += 1)}`;
const contact = (key: string): Use => ({ rule: "contactForm", key });
const send = (phone: string): Use[] => [
  { rule: "sendAgain", key: phone },
  { rule: "sendPerHour", key: phone },
];

describe.skipIf(redisMissing)("limits of several instances", () => {
  let server: RedisServer;
  let proxy: TcpProxy;
  const running: Instance[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
    proxy = await TcpProxy.start(server.port);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const { redis } of running.splice(0)) redis.close();
    proxy.passage = { delayMs: 0 };
    await server.kill();
    await server.startAgain();
  });

  const PATIENT = { slowMs: 10_000, deadlineMs: 20_000 };

  async function start(url = server.url): Promise<Instance> {
    // What is counted is the matter here, not how long a busy machine takes for it.
    const redis = createRedis({ url, logger, ...(url === server.url && { patience: PATIENT }) });
    const instance = { redis, limits: createLimits(createSharedCounters(redis, logger)) };
    running.push(instance);
    await is("up", [instance]);
    return instance;
  }

  const startThree = () => Promise.all([start(), start(), start()]);

  const is = (state: string, instances: Instance[]) =>
    vi.waitFor(() => {
      for (const { redis } of instances) expect(redis.state()).toMatchObject({ state });
    }, WITHIN);

  /** How many of so many takes at once, spread over the instances, were let through. */
  async function letThrough(instances: Instance[], times: number, uses: Use[]): Promise<number> {
    const all = Array.from({ length: times }).flatMap(() => instances);
    const taken = await Promise.all(all.map(({ limits }) => limits.take(uses)));
    return taken.filter(({ ok }) => ok).length;
  }

  it("let through what the table says, to the number, however many ask at once", async () => {
    const three = await startThree();
    expect(await letThrough(three, 20, [contact(newKey())])).toBe(5);
    expect(await letThrough(three, 20, send(newKey()))).toBe(1);
    const key = newKey();
    const perAddress: Use = { rule: "sendPerAddress", key };
    expect(await letThrough(three, 30, [perAddress])).toBe(60);
  });

  it("count all or nothing", async () => {
    const three = await startThree();
    const [full, free] = [newKey(), newKey()];
    await letThrough(three, 5, [contact(full)]);
    expect(await letThrough(three, 5, [contact(full), contact(free)])).toBe(0);
    expect(await letThrough(three, 5, [contact(free)])).toBe(5);
  });

  it("name the same end on every instance, whichever counted and however often they are asked", async () => {
    const three = await startThree();
    const [one, two] = three;
    const phone = newKey();
    expect(await one.limits.take(send(phone))).toEqual({
      ok: true,
      left: { sendAgain: 0, sendPerHour: 4 },
    });
    const refused = await two.limits.take(send(phone));
    expect(refused).toMatchObject({ ok: false, rule: "sendAgain" });
    const asked = Array.from({ length: 700 }).flatMap(() => three);
    const ends = await Promise.all(asked.map(({ limits }) => limits.freeAt(send(phone))));
    expect([...new Set(ends)]).toEqual([refused.ok || refused.until]);
  });

  it("name the same end although an answer was long on its way", async () => {
    const [one, { redis, limits }] = await startThree();
    const phone = newKey();
    await one.limits.take(send(phone));
    const end = await limits.freeAt(send(phone));
    vi.useFakeTimers({ toFake: ["Date"] });
    const onItsWay = (answer: unknown) => {
      vi.setSystemTime(Date.now() + 3_000);
      return answer;
    };
    const slow: Redis = { ...redis, script: (...call) => redis.script(...call).then(onItsWay) };
    const late = createLimits(createSharedCounters(slow, logger));
    expect(await late.freeAt(send(phone))).toBe(end);
  });

  it("name the same end after what was counted alone is handed over", async () => {
    const [one, two] = await startThree();
    const phone = newKey();
    await server.kill();
    await is("down", running);
    await one.limits.take(send(phone));
    const end = await one.limits.freeAt(send(phone));
    await server.startAgain();
    await is("up", running);
    await vi.waitFor(async () => expect(await two.limits.freeAt(send(phone))).toBe(end), WITHIN);
  });

  it("are free again on every instance after something was given back", async () => {
    const [one, two] = await startThree();
    const phone = newKey();
    await one.limits.take(send(phone));
    expect(await two.limits.take(send(phone))).toMatchObject({ ok: false });
    await one.limits.giveBack(send(phone));
    expect(await server.command("KEYS", "*sendAgain*")).toEqual([]);
    expect(await two.limits.freeAt(send(phone))).toBe(0);
    expect(await two.limits.take(send(phone))).toMatchObject({ ok: true });
  });

  it("let no more through than one instance's own after everything was flushed", async () => {
    const one = await start();
    const key = newKey();
    expect(await letThrough([one], 3, [contact(key)])).toBe(3);
    await server.command("FLUSHALL");
    expect(await letThrough([one], 20, [contact(key)])).toBe(2);
  });

  it("are stricter while Redis is away, go on from what was counted, and tell it afterwards", async () => {
    const three = await startThree();
    const [one, two] = three;
    const [before, meanwhile] = [newKey(), newKey()];
    expect(await letThrough([one], 2, [contact(before)])).toBe(2);
    await server.kill();
    await is("down", three);
    expect(await letThrough([one], 20, [contact(before)])).toBe(1);
    expect(await letThrough([one], 20, [contact(meanwhile)])).toBe(3);
    expect(await letThrough([one], 20, send(newKey()))).toBe(1);
    expect(await one.limits.freeAt([contact(meanwhile)])).toBeGreaterThan(Date.now());

    await server.startAgain();
    await is("up", three);
    await vi.waitFor(async () => {
      expect(await server.command("KEYS", "*contactForm*")).toHaveLength(2);
    }, WITHIN);
    // The server came back empty: what was counted there before is known to the instance that counted it.
    expect(await letThrough([two], 20, [contact(meanwhile)])).toBe(2);
    expect(await letThrough([one], 20, [contact(before)])).toBe(2);
  });

  it("take back what was counted alone", async () => {
    const one = await start();
    const phone = newKey();
    await server.kill();
    await is("down", [one]);
    await one.limits.take(send(phone));
    await one.limits.giveBack(send(phone));
    await server.startAgain();
    await is("up", [one]);
    expect(await one.limits.take(send(phone))).toMatchObject({ ok: true });
    expect(await server.command("KEYS", "*sendAgain*")).toHaveLength(1);
  });

  it.each([
    ["is full", () => server.command("CONFIG", "SET", "maxmemory", "1")],
    ["is a replica", () => server.command("REPLICAOF", "127.0.0.1", "1")],
    ["is slow", () => Promise.resolve(void (proxy.passage = { delayMs: 2_000 }))],
    ["cuts its answers off", () => Promise.resolve(void (proxy.passage = "cut"))],
  ])("hold for each instance alone while Redis %s", async (_, happens) => {
    const one = await start(`redis://127.0.0.1:${proxy.port}`);
    await happens();
    expect(await letThrough([one], 20, [contact(newKey())])).toBe(3);
    expect(await letThrough([one], 20, send(newKey()))).toBe(1);
  });

  it("hold over lost scripts", async () => {
    const three = await startThree();
    const key = newKey();
    expect(await letThrough(three, 1, [contact(key)])).toBe(3);
    await server.command("SCRIPT", "FLUSH");
    expect(await letThrough(three, 5, [contact(key)])).toBe(2);
  });

  it("keep what is counted out of Redis", async () => {
    const one = await start();
    await one.limits.take(send("+919876543210"));
    const names = (await server.command("KEYS", "*limit*")) as string[]; // KEYS answers with names
    expect(names).toHaveLength(2);
    expect(names.join()).toMatch(/^pulse:1:0:limit:send\w+:[\w-]{43},/);
    expect(names.join()).not.toContain("9876543210");
  });
});
