import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { json, OTP_SESSION, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { redisMissing, RedisServer } from "../support/redis-server";

const WITHIN = { timeout: 60_000, interval: 50 };
const METRICS = "/dashboard/metrics";

// The last test looks at what the others have stored.
describe.skipIf(redisMissing)("two deployments on one Redis", { shuffle: false }, () => {
  let redis: RedisServer;
  const upstreams: FaultyUpstream[] = [];
  const servers: BuiltServer[] = [];

  /** A site with upstreams of its own, whose core has so many trips. */
  async function deploy(site: string, totalTrips: number) {
    const upstream = await FaultyUpstream.start();
    upstreams.push(upstream);
    const figures = { totalTrips, distanceCovered: 1, totalBeats: 1, totalHours: 1, totalUsers: 1 };
    upstream.set(METRICS, json({ success: true, data: figures }));
    upstream.set(SEND, json({ sessionId: OTP_SESSION, message: "sent" }));
    const env = { ...upstream.settings, SITE_URL: site, REDIS_URL: redis.url };
    const server = await startBuiltServer({ env });
    servers.push(server);
    await vi.waitFor(async () => {
      expect(await readiness(server)).toMatchObject({ state: "up" });
    }, WITHIN);
    return { upstream, server };
  }

  let production: Awaited<ReturnType<typeof deploy>>;
  let staging: Awaited<ReturnType<typeof deploy>>;
  beforeAll(async () => {
    redis = await RedisServer.start();
    [production, staging] = await Promise.all([
      deploy("http://pulse.test", 111),
      deploy("http://staging.pulse.test", 999),
    ]);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all([redis, ...upstreams].map((one) => one.stop()));
  });

  async function readiness({ url }: BuiltServer) {
    const { dependencies } = (await (await fetch(`${url}/readyz`)).json()) as {
      dependencies: { name: string; keys: string[] }[];
    };
    return dependencies.find(({ name }) => name === "redis");
  }

  async function fleetOf({ url }: BuiltServer): Promise<string> {
    const page = await fetch(`${url}/pulsescout/dashboard?tab=fleet-overview`);
    return (await page.text()).replace(/<!-- -->/g, "");
  }

  it("show the figures of their own core API", async () => {
    expect(await fleetOf(staging.server)).toContain(">999<");
    await vi.waitFor(async () => {
      expect(await redis.command("KEYS", "*:record:metrics")).toHaveLength(1);
    }, WITHIN);
    const shown = await fleetOf(production.server);
    expect(shown).toContain(">111<");
    expect(shown).not.toContain(">999<");
    expect(production.upstream.count(METRICS)).toBeGreaterThan(0);
  });

  it("count each for itself what they send to a phone", async () => {
    for (const { server, upstream } of [staging, production]) {
      const visitor = new FormClient(server.url);
      await visitor.open(PAGE);
      const { status } = await visitor.press("Send OTP", { phone: "9876543210" });
      expect([status, upstream.count(SEND)]).toEqual([200, 1]);
    }
  });

  it("say under which names their keys and channels are, and use no others", async () => {
    const [one, two] = await Promise.all(
      [production, staging].map(async ({ server }) => (await readiness(server))?.keys ?? []),
    );
    expect(new Set([...(one ?? []), ...(two ?? [])]).size).toBe(4);
    const own = /^pulse:1:0:(figures|limits)-[0-9a-f]{10}:$/;
    for (const name of [...(one ?? []), ...(two ?? [])]) expect(name).toMatch(own);
    const keys = (await redis.command("KEYS", "*")) as string[];
    const channels = (await redis.command("PUBSUB", "CHANNELS")) as string[];
    const named = [...(one ?? []), ...(two ?? [])];
    const lasting = keys.filter((key) => !key.startsWith("pulse:1:0:probe:"));
    expect(lasting.length).toBeGreaterThan(4);
    for (const name of [...lasting, ...channels])
      expect(named.filter((prefix) => name.startsWith(prefix))).toHaveLength(1);
  });
});
