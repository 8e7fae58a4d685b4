import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { allowDeletions, CODE, DELETE, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer, WITHIN } from "../support/redis-server";

describe.skipIf(redisMissing)("instances that share a Redis", () => {
  let redis: RedisServer;
  let production: Site;
  let staging: Site;
  /** Instances of production. */
  let one: BuiltServer;
  let two: BuiltServer;
  /** An instance of staging, another site with its own upstream. */
  let other: BuiltServer;

  async function createSite(origin: string) {
    const upstream = await FaultyUpstream.start();
    const env = {
      ...upstream.settings,
      SITE_URL: origin,
      REDIS_URL: redis.url,
      SESSION_SECRET: "one secret for all the instances",
      TRUST_PROXY: "1",
    };
    return { upstream, env };
  }
  type Site = Awaited<ReturnType<typeof createSite>>;
  const start = ({ env }: Site) => startBuiltServer({ env });

  beforeAll(async () => {
    redis = await RedisServer.start();
    production = await createSite("http://pulse.test");
    staging = await createSite("http://staging.pulse.test");
    [one, two, other] = await Promise.all([start(production), start(production), start(staging)]);
    await everyRedisIs("up");
  });
  afterAll(async () => {
    await Promise.all([one, two, other].map((server) => server.kill()));
    for (const part of [production.upstream, staging.upstream, redis]) await part.stop();
  });
  beforeEach(() => {
    for (const { upstream } of [production, staging]) {
      upstream.reset();
      allowDeletions(upstream);
    }
  });

  const everyRedisIs = (state: string) =>
    vi.waitFor(async () => {
      for (const { url } of [one, two, other]) {
        expect((await rawRequest(url, "/readyz")).body).toContain(`"redis","state":"${state}"`);
      }
    }, WITHIN);

  let lastNumber = 0;
  const newPhone = () => String(9_700_000_000 + (lastNumber += 1));
  const newAddress = () => `10.0.0.${(lastNumber += 1)}`;

  /** A visitor at an address, at one instance. */
  async function visit({ url }: BuiltServer, address: string, cookies?: Map<string, string>) {
    const client = new FormClient(url, address, cookies);
    await client.open(PAGE);
    return client;
  }

  async function send(server: BuiltServer, address: string, phone: string): Promise<number> {
    return (await (await visit(server, address)).press("Send OTP", { phone })).status;
  }

  it("send one code to a phone for one network, whichever instance is asked", async () => {
    const [phone, address] = [newPhone(), newAddress()];
    const statuses = [one, two, one, two].map((server) => send(server, address, phone));
    expect((await Promise.all(statuses)).sort()).toEqual([200, 429, 429, 429]);
    expect(production.upstream.count(SEND)).toBe(1);
    // Another site has its own limits.
    expect(await send(other, newAddress(), phone)).toBe(200);
    const keys = (await redis.command("KEYS", "*")) as string[];
    expect(new Set(keys.map((key) => /^pulse:2:\w{10}:/.exec(key)?.[0])).size).toBe(2);
    const timesToLive = await Promise.all(keys.map((key) => redis.command("PTTL", key)));
    expect(timesToLive.filter((ms) => ms === -1)).toEqual([]);
  });

  it("finish a journey that used both, and do not know its old cookie afterwards", async () => {
    const [address, cookies] = [newAddress(), new Map<string, string>()];
    await (await visit(one, address, cookies)).press("Send OTP", { phone: newPhone() });
    await (await visit(two, address, cookies)).press("Verify OTP", { otp: CODE });
    await (
      await visit(one, address, cookies)
    ).press("Delete Account", { reason: "Privacy concerns" });
    const copy = new Map(cookies);
    const { html } = await (await visit(two, address, cookies)).press("Delete");
    expect(html).toContain("Account Deleted Successfully");
    for (const server of [one, two]) {
      const replayed = await visit(server, address, new Map(copy));
      expect(replayed.page.html).toContain("Send OTP");
    }
    expect(production.upstream.count(DELETE)).toBe(1);
  });

  it("count by themselves while Redis is away, and together again when it is back", async () => {
    await redis.kill();
    await everyRedisIs("down");
    const [phone, address] = [newPhone(), newAddress()];
    expect(await send(one, address, phone)).toBe(200);
    expect(await send(one, address, phone)).toBe(429);
    expect(await send(two, address, phone)).toBe(200);
    await redis.startAgain();
    await everyRedisIs("up");
    const [later, other] = [newPhone(), newAddress()];
    expect(await send(one, other, later)).toBe(200);
    expect(await send(two, other, later)).toBe(429);
    const states = one.lines.flatMap((line) => /"redis":"(up|down)"/.exec(line)?.[1] ?? []);
    expect(states).toEqual(["up", "down", "up"]);
  });
});
