import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { ChaosProxy } from "../support/chaos-proxy";
import { allowDeletions, CODE, DELETE, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer } from "../support/redis-server";
import { WITHIN } from "../support/use-redis";
import { retryUntilRedisAnswers } from "../support/while-redis-answers";

const DASHBOARD = "/pulsescout/dashboard";
const DELETED = "Account Deleted Successfully";

describe.skipIf(redisMissing)("instances that share a Redis", () => {
  let redis: RedisServer;
  let proxy: ChaosProxy;
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
      REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
      SESSION_SECRET: "one secret for all the instances",
      TRUST_PROXY: "1",
    };
    return { upstream, env };
  }
  type Site = Awaited<ReturnType<typeof createSite>>;
  const start = ({ env }: Site) => startBuiltServer({ env });

  beforeAll(async () => {
    redis = await RedisServer.start();
    proxy = await ChaosProxy.before(redis.port);
    production = await createSite("http://pulse.test");
    staging = await createSite("http://staging.pulse.test");
    [one, two, other] = await Promise.all([start(production), start(production), start(staging)]);
    await everyRedisIs("up");
  });
  afterAll(async () => {
    await Promise.all([one, two, other].map((server) => server.kill()));
    for (const part of [production.upstream, staging.upstream, proxy, redis]) await part.stop();
  });
  beforeEach(() => {
    for (const { upstream } of [production, staging]) {
      upstream.reset();
      allowDeletions(upstream);
    }
  });

  async function redisOf({ url }: BuiltServer) {
    const { body } = await rawRequest(url, "/readyz");
    const { dependencies } = JSON.parse(body) as {
      dependencies: { name: string; state: string; keys: string[] }[];
    };
    return dependencies.find(({ name }) => name === "redis");
  }

  const everyRedisIs = (state: string) =>
    vi.waitFor(async () => {
      for (const server of [one, two, other])
        expect(await redisOf(server)).toMatchObject({ state });
    }, WITHIN);

  const shared = (scenario: () => Promise<void>) =>
    retryUntilRedisAnswers([one, two, other], () => everyRedisIs("up"), scenario);

  let lastNumber = 0;
  const newNumber = () => (lastNumber += 1);
  const newPhone = () => String(9_700_000_000 + newNumber());
  const newAddress = () => `10.0.${newNumber() >> 8}.${lastNumber & 255}`;
  /** The query of a search that no test has made before. */
  const newSearch = () => `q=trip-${newNumber()}`;

  /** A visitor whose requests may reach any instance. */
  function newVisitor() {
    const [address, cookies] = [newAddress(), new Map<string, string>()];
    const at = async (server: BuiltServer) => {
      const client = new FormClient(server.url, address, cookies);
      await client.open(PAGE);
      return client;
    };
    const reachConfirm = async () => {
      await (await at(one)).press("Send OTP", { phone: newPhone() });
      await (await at(two)).press("Verify OTP", { otp: CODE });
      await (await at(one)).press("Delete Account", { reason: "Privacy concerns" });
    };
    return { address, cookies, at, reachConfirm };
  }

  const trips = (server: BuiltServer, query: string) =>
    rawRequest(server.url, `${DASHBOARD}?tab=trip&${query}`);

  it("send one code to a phone for one network, whichever instance is asked", () =>
    shared(async () => {
      const before = production.upstream.count(SEND);
      const phone = newPhone();
      const { address } = newVisitor();
      const submissions = [one, two, one, two].map(async (server) => {
        const client = new FormClient(server.url, address);
        await client.open(PAGE);
        return client.press("Send OTP", { phone });
      });
      const statuses = (await Promise.all(submissions)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 429, 429, 429]);
      expect(production.upstream.count(SEND)).toBe(before + 1);
      // Another site has its own limits.
      const elsewhere = await (await newVisitor().at(other)).press("Send OTP", { phone });
      expect(elsewhere.status).toBe(200);
    }));

  it("finish a deletion that used both with one call, and recognize its old cookie afterwards", () =>
    shared(async () => {
      const before = production.upstream.count(DELETE);
      const visitor = newVisitor();
      await visitor.reachConfirm();
      const copy = new Map(visitor.cookies);
      const deleted = { message: "Account deleted successfully" };
      // Slow enough for both submissions to be in flight at once.
      production.upstream.set(DELETE, { kind: "json", json: deleted, delayMs: 500 });
      const tabs = [await visitor.at(one), await visitor.at(two)];
      const receipts = await Promise.all(tabs.map((tab) => tab.press("Delete")));
      expect(receipts.filter(({ html }) => !html.includes(DELETED))).toEqual([]);
      expect((await visitor.at(one)).page.html).toContain(DELETED);
      for (const { url } of [one, two]) {
        const replayed = new FormClient(url, visitor.address, new Map(copy));
        expect((await replayed.open(PAGE)).html).toContain("Send OTP");
      }
      expect(production.upstream.count(DELETE)).toBe(before + 1);
    }));

  it("call the upstream once", () =>
    shared(async () => {
      const search = newSearch();
      const calls = () =>
        production.upstream.calls.filter(({ query }) => `q=${query.get("q")}` === search).length;
      await Promise.all([one, two, one, two].map((server) => trips(server, search)));
      expect(calls()).toBe(1);
    }));

  it("share no figures with another site, and use only the key prefixes that /readyz lists", async () => {
    staging.upstream.set("/trips/search", { kind: "endless-trips" });
    await shared(async () => {
      const search = newSearch();
      expect((await trips(one, search)).body).not.toContain("10,000,000");
      expect((await trips(other, search)).body).toContain("10,000,000");
    });
    const [own, others] = await Promise.all(
      [one, other].map(async (server) => (await redisOf(server))?.keys ?? []),
    );
    const named = [...(own ?? []), ...(others ?? [])];
    expect(new Set(named).size).toBe(4);
    for (const name of named) expect(name).toMatch(/^pulse:1:0:(figures|limits)-[0-9a-f]{10}:$/);
    const keys = (await redis.command("KEYS", "*")) as string[];
    const channels = (await redis.command("PUBSUB", "CHANNELS")) as string[];
    const used = [...keys, ...channels].filter((name) => !name.startsWith("pulse:1:0:probe:"));
    expect(used.length).toBeGreaterThan(4);
    for (const name of used) {
      expect(named.filter((prefix) => name.startsWith(prefix))).toHaveLength(1);
    }
    // Every key belongs to a bounded group, and expires.
    const groups =
      /:(cache:[^:]+:(record:.+|lease:.+|index|fixed|failures)|limits|limit:.+|instances|places:.+|deletion:.+|flight:.+)$/;
    expect(keys.filter((name) => !groups.test(name) && !name.includes(":probe:"))).toEqual([]);
    const timesToLive = await Promise.all(keys.map((name) => redis.command("PTTL", name)));
    expect(timesToLive.filter((ms) => ms === -1 || Number(ms) > 24 * 3_600_000)).toEqual([]);
  });

  it("work independently while Redis is slow, broken or stopped, and log each change once", async () => {
    const statuses: number[] = [];
    let over = false;
    const visits = [one, two].map(async ({ url }) => {
      while (!over) {
        for (const path of [PAGE, `${DASHBOARD}?tab=trip&${newSearch()}`]) {
          // Every request has another network, because one network would reach its limit of chosen views.
          const headers = { "X-Forwarded-For": newAddress() };
          statuses.push((await rawRequest(url, path, { headers })).status);
        }
      }
    });
    proxy.fault = { kind: "latency", ms: 2_000 };
    await everyRedisIs("down");
    for (const server of [one, two]) expect((await trips(server, newSearch())).status).toBe(200);
    proxy.fault = { kind: "half", bytes: 1 };
    for (const server of [one, two]) expect((await trips(server, newSearch())).status).toBe(200);
    await proxy.stop();
    proxy.fault = { kind: "none" };
    await everyRedisIs("down");
    await proxy.startAgain();
    await everyRedisIs("up");
    over = true;
    await Promise.all(visits);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // A slow response to one of the last visits may set the state to 'down' once more for a moment.
    await vi.waitFor(async () => {
      expect((await rawRequest(one.url, "/metrics")).body).toMatch(/^redis_up 1$/m);
    }, WITHIN);
    const states = one.lines.flatMap(
      (line) => /"redis":"(up|down)".*"msg":"redis"/.exec(line)?.[1] ?? [],
    );
    expect(states).toContain("down");
    expect(states.filter((state, index) => state === states[index - 1])).toEqual([]);
  });
});
