import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { allowDeletions, CODE, DELETE, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer, WITHIN } from "../support/redis-server";

describe.skipIf(redisMissing)("instances that share a Redis", () => {
  let redis: RedisServer;
  let upstream: FaultyUpstream;
  /** Two instances of one site, and one of another site. */
  let one: BuiltServer;
  let two: BuiltServer;
  let other: BuiltServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
    upstream = await FaultyUpstream.start();
    allowDeletions(upstream);
    const start = (SITE_URL: string) => {
      const shared = { SESSION_SECRET: "one secret for all the instances", TRUST_PROXY: "1" };
      const env = { ...upstream.settings, ...shared, SITE_URL, REDIS_URL: redis.url };
      return startBuiltServer({ env });
    };
    const sites = ["http://pulse.test", "http://pulse.test", "http://staging.pulse.test"];
    [one, two, other] = (await Promise.all(sites.map(start))) as [
      BuiltServer,
      BuiltServer,
      BuiltServer,
    ];
    await vi.waitFor(async () => {
      for (const { url } of [one, two, other]) {
        expect((await rawRequest(url, "/readyz")).body).toContain('"redis","state":"up"');
      }
    }, WITHIN);
  });
  afterAll(async () => {
    await Promise.all([one, two, other].map((server) => server.kill()));
    for (const part of [upstream, redis]) await part.stop();
  });

  /** A visitor at an address, at one instance. */
  async function visit({ url }: BuiltServer, address: string, cookies?: Map<string, string>) {
    const client = new FormClient(url, address, cookies);
    await client.open(PAGE);
    return client;
  }

  it("send one code to a phone for one network, whichever instance is asked", async () => {
    const send = async (server: BuiltServer, address: string) => {
      const visitor = await visit(server, address);
      return (await visitor.press("Send OTP", { phone: "9700000001" })).status;
    };
    const statuses = [one, two, one, two].map((server) => send(server, "10.0.0.1"));
    expect((await Promise.all(statuses)).sort()).toEqual([200, 429, 429, 429]);
    expect(upstream.count(SEND)).toBe(1);
    // Another site has its own limits.
    expect(await send(other, "10.0.0.1")).toBe(200);
    const keys = (await redis.command("KEYS", "*")) as string[];
    expect(new Set(keys.map((key) => /^pulse:2:\w{10}:/.exec(key)?.[0])).size).toBe(2);
    for (const key of keys) expect(await redis.command("PTTL", key)).toBeGreaterThan(0);
  });

  it("finish a journey that used both, and do not know its old cookie afterwards", async () => {
    const [address, cookies] = ["10.0.0.2", new Map<string, string>()];
    await (await visit(one, address, cookies)).press("Send OTP", { phone: "9700000002" });
    await (await visit(two, address, cookies)).press("Verify OTP", { otp: CODE });
    const reasons = await visit(one, address, cookies);
    await reasons.press("Delete Account", { reason: "Privacy concerns" });
    const copy = new Map(cookies);
    const { html } = await (await visit(two, address, cookies)).press("Delete");
    expect(html).toContain("Account Deleted Successfully");
    for (const server of [one, two]) {
      const replayed = await visit(server, address, new Map(copy));
      expect(replayed.page.html).toContain("Send OTP");
    }
    expect(upstream.count(DELETE)).toBe(1);
  });
});
