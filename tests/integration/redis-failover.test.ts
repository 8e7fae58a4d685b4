import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connect } from "server/redis/connection.server";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { rawRequest } from "../support/raw-request";
import { redisMissing, type RedisServer } from "../support/redis-server";
import { WITHIN } from "../support/use-redis";
import { startWatchedRedis } from "../support/watched-redis";

describe.skipIf(redisMissing)("a replica that a sentinel makes the primary", () => {
  let redis: Awaited<ReturnType<typeof startWatchedRedis>>;
  let upstream: FaultyUpstream;
  let server: BuiltServer;
  beforeAll(async () => {
    [redis, upstream] = await Promise.all([startWatchedRedis(), FaultyUpstream.start()]);
    upstream.set("/trips", { kind: "endless-trips" });
    const env = { ...upstream.settings, REDIS_URL: redis.url };
    server = await startBuiltServer({ env });
  });
  afterAll(async () => {
    await server.kill();
    await Promise.all([upstream.stop(), redis.stop()]);
  });

  let page = 1;
  /** Opens a page of trips that was never opened before. Resolves with its status. */
  async function openNewPage(): Promise<number> {
    page += 1;
    const path = `/pulsescout/dashboard?tab=trip&page=${page}`;
    return (await rawRequest(server.url, path)).status;
  }

  /** Waits until the product stores answers on this server and subscribes to news there. */
  async function waitUntilUsed(used: RedisServer): Promise<void> {
    await vi.waitFor(async () => {
      await openNewPage();
      expect(await used.command("KEYS", `*:record:*page=${page}`)).toHaveLength(1);
      const [channel = ""] = (await used.command("PUBSUB", "CHANNELS", "*:news")) as string[];
      expect(await used.command("PUBSUB", "NUMSUB", channel)).toEqual([channel, 1]);
    }, WITHIN);
  }

  it("replaces the dead primary, and no request fails", async () => {
    await waitUntilUsed(redis.primary);
    const statuses: number[] = [];
    let over = false;
    const reads = (async () => {
      while (!over) statuses.push(await openNewPage());
    })();
    await redis.failOver();
    await waitUntilUsed(redis.replica);
    over = true;
    await reads;
    expect(new Set(statuses)).toEqual(new Set([200]));
    const readiness = async () => (await rawRequest(server.url, "/readyz")).body;
    await expect.poll(readiness).toMatch(/"redis","state":"up"/);
    expect(server.lines.join("\n")).not.toMatch(/password-of/);
  });
});

it("the timeouts of a search for the new primary are less than 5 s together", () => {
  const connection = connect("redis+sentinel://127.0.0.1:9/pulse");
  const { sentinelRetryStrategy, sentinelCommandTimeout, connectTimeout } =
    connection.client.options;
  const pauses = Array.from({ length: 20 }, (_, times) => Number(sentinelRetryStrategy?.(times)));
  const waits = [Math.max(...pauses), sentinelCommandTimeout, connectTimeout];
  connection.close();
  expect(waits.reduce((sum: number, wait) => sum + Number(wait), 0)).toBeLessThan(5_000);
});
