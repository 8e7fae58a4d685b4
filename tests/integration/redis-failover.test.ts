import { afterEach, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { redisMissing, type RedisServer } from "../support/redis-server";
import { TcpProxy } from "./tcp-proxy";
import { PASSWORD, startReplicatedRedis, startWatchedRedis } from "../support/watched-redis";

const WITHIN = { timeout: 60_000, interval: 50 };
/** How long it takes is asked of an idle machine alone. */
const WHOLE_PROOF = process.env.WHOLE_PROOF === "1";

const INSTANCES = 2;
const READERS = 4;

/** A primary with a replica, and how the one takes the place of the other. */
interface Pair {
  url: string;
  primary: RedisServer;
  replica: RedisServer;
  /** Resolves when the replica has been promoted. */
  failOver: () => Promise<void>;
}

describe.skipIf(redisMissing)("a replica that becomes the primary", () => {
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  /** The address leads to another server, and connections that are open stay where they are. */
  async function behindProxy(): Promise<Pair> {
    const { primary, replica, stop } = await startReplicatedRedis();
    stops.push(stop);
    const proxy = await TcpProxy.start(primary.port);
    stops.push(() => proxy.stop());
    return {
      url: `redis://:${PASSWORD}@127.0.0.1:${proxy.port}/2`,
      primary,
      replica,
      async failOver() {
        proxy.target = replica.port;
        await replica.command("REPLICAOF", "NO", "ONE");
        await primary.command("REPLICAOF", "127.0.0.1", replica.port);
      },
    };
  }

  /** The primary dies. */
  async function watchedBySentinel(): Promise<Pair> {
    const redis = await startWatchedRedis();
    stops.push(() => redis.stop());
    const { primary, replica } = redis;
    return {
      url: redis.urlOf([9, redis.sentinel.port], 2),
      primary,
      replica,
      failOver: () => redis.failOver(),
    };
  }

  async function start(redisUrl: string) {
    const upstream = await FaultyUpstream.start();
    upstream.set("/trips", { kind: "endless-trips" });
    stops.push(() => upstream.stop());
    const env = { ...upstream.settings, REDIS_URL: redisUrl };
    const servers = await Promise.all(
      Array.from({ length: INSTANCES }, () => startBuiltServer({ env })),
    );
    stops.push(() => Promise.all(servers.map((server) => server.kill())));
    return { upstream, servers };
  }

  let page = 1;
  const look = ({ url }: BuiltServer, shown = (page += 1)) =>
    fetch(`${url}/pulsescout/dashboard?tab=trip&page=${shown}`);

  it.each([
    ["behind an address whose open connections stay", behindProxy],
    ["named by a sentinel", watchedBySentinel],
  ])("%s is used by all instances, and no request fails", async (_how, pair) => {
    const { url, primary, replica, failOver } = await pair();
    const { upstream, servers } = await start(url);

    const listeners = async (redis: RedisServer) => {
      const [channel = ""] = (await redis.command("PUBSUB", "CHANNELS", "*:news")) as string[];
      return ((await redis.command("PUBSUB", "NUMSUB", channel)) as unknown[])[1] ?? 0;
    };
    const areSharing = async () => {
      const shown = (page += 1);
      for (const server of servers) expect((await look(server, shown)).status).toBe(200);
      const asked = upstream.calls.filter(({ query }) => query.get("page") === String(shown));
      expect(asked).toHaveLength(1);
    };
    await vi.waitFor(async () => expect(await listeners(primary)).toBe(INSTANCES), WITHIN);
    await vi.waitFor(areSharing, WITHIN);

    const statuses: number[] = [];
    let enough = false;
    const readers = Array.from({ length: READERS }, async (_, reader) => {
      while (!enough) {
        const server = servers[reader % INSTANCES];
        if (server) statuses.push((await look(server)).status);
      }
    });
    const end = () => {
      enough = true;
      return Promise.all(readers);
    };
    stops.push(end);
    await failOver();
    const promotedAt = performance.now();
    await vi.waitFor(areSharing, WITHIN);
    await vi.waitFor(async () => expect(await listeners(replica)).toBe(INSTANCES), WITHIN);
    const ms = Math.round(performance.now() - promotedAt);
    if (WHOLE_PROOF) expect(ms).toBeLessThan(5_000);
    await end();
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    for (const { url: origin, lines } of servers) {
      const readiness = async () => (await fetch(`${origin}/readyz`)).text();
      await expect.poll(readiness).toMatch(/"redis","state":"up"/);
      expect(lines.join("\n")).not.toMatch(/password-of/);
    }
  });
});
