import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createSlots, type Place } from "server/limits/concurrency-limits.server";
import { createSharedSlots } from "server/limits/shared-slots.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import { redisMissing, RedisServer } from "../support/redis-server";

const WITHIN = { timeout: 60_000, interval: 20 };
const logger = pino({ level: "silent" });

describe.skipIf(redisMissing)("places of several instances", () => {
  let server: RedisServer;
  const running: Redis[] = [];
  let clients = 0;
  const newClient = () => `192.0.2.${(clients += 1)}`;

  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterAll(() => server.stop());
  afterEach(() => {
    for (const redis of running.splice(0)) redis.close();
  });

  async function start(name: string) {
    // What is counted is the matter here, not how long a busy machine takes for it.
    const redis = createRedis({
      url: server.url,
      logger,
      patience: { slowMs: 10_000, deadlineMs: 20_000 },
    });
    running.push(redis);
    await is("up");
    return createSlots(
      { perClient: 4, inAll: 100 },
      undefined,
      createSharedSlots(redis, "test", name),
    );
  }

  const is = (state: string) =>
    vi.waitFor(() => {
      for (const redis of running) expect(redis.state()).toMatchObject({ state });
    }, WITHIN);

  const startThree = () => Promise.all([start("one"), start("two"), start("three")]);

  const isPlace = (place: Place | string): place is Place => typeof place !== "string";

  it("are as many for a client as on one, however many instances are asked at once", async () => {
    const client = newClient();
    const instances = await startThree();
    const asked = await Promise.all(
      [...instances, ...instances, ...instances].map((places) => places.take(client)),
    );
    expect(asked.filter(isPlace)).toHaveLength(4);
    expect(asked.filter((place) => place === "client-full")).toHaveLength(5);
    for (const places of instances) expect(await places.take(client)).toBe("client-full");
    expect(isPlace(await instances[0].take(newClient()))).toBe(true);
    asked.find(isPlace)?.leave();
    expect(isPlace(await instances[2].take(client))).toBe(true);
  });

  it("are no more on a server that has forgotten its scripts", async () => {
    const instances = await startThree();
    for (let round = 0; round < 30; round += 1) {
      await server.command("SCRIPT", "FLUSH");
      const client = newClient();
      const asked = await Promise.all(
        [...instances, ...instances, ...instances].map((places) => places.take(client)),
      );
      expect(asked.filter(isPlace)).toHaveLength(4);
    }
  });

  it("are free again when the instance that held them is gone, and not before", async () => {
    const client = newClient();
    const [one, two] = await startThree();
    for (let held = 0; held < 4; held += 1) expect(isPlace(await one.take(client))).toBe(true);
    expect(await two.take(client)).toBe("client-full");
    await server.command("ZINCRBY", "pulse:1:0:instances", -60_000, "one");
    expect(isPlace(await two.take(client))).toBe(true);
  });

  it("are half as many on each while Redis is away, and are told of when it is back", async () => {
    const client = newClient();
    const [one, two] = await startThree();
    await server.kill();
    await is("down");
    const alone = [await one.take(client), await one.take(client)];
    expect(alone.every(isPlace)).toBe(true);
    expect(await one.take(client)).toBe("client-full");
    await server.startAgain();
    await is("up");
    const known = () => server.command("KEYS", "pulse:1:0:places:*");
    await vi.waitFor(async () => expect(await known()).toHaveLength(1), WITHIN);
    // Told of by one that has shown no sign of life since: it does so when it is asked.
    expect(isPlace(await one.take(client))).toBe(true);
    expect(isPlace(await two.take(client))).toBe(true);
    expect(await two.take(client)).toBe("client-full");
  });
});
