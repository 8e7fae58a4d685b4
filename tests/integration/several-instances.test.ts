import { Agent } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { createLimits, limitRules } from "server/limits/limits.server";
import { createLogger } from "server/process/logger.server";
import { parseSettings } from "server/process/settings.server";
import { createRedis, keyPrefix } from "server/redis/redis.server";
import { startBuiltServer } from "../support/built-server";
import { allowDeletions, CODE, DELETE, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { haproxyMissing, startHaproxy } from "../support/haproxy";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer, WITHIN } from "../support/redis-server";

const upstream = await FaultyUpstream.start();
allowDeletions(upstream);
const redis = redisMissing ? null : await RedisServer.start();
const site = {
  ...upstream.settings,
  ...(redis && { REDIS_URL: redis.url }),
  SITE_URL: "http://pulse.test",
  SESSION_SECRET: "one secret for all the instances",
  TRUST_PROXY: "1",
};
const start = (env = {}) => startBuiltServer({ env: { ...site, ...env } });
const instances = await Promise.all([start(), start()]);
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.kill()));
  for (const part of [upstream, redis]) await part?.stop();
});

it.skipIf(redis === null)(
  "instances of one site share its limits and finished deletions through Redis, and nothing with another site",
  async () => {
    const [one = "", two = ""] = instances.map(({ url }) => url);
    await vi.waitFor(async () => {
      for (const url of [one, two]) {
        expect((await rawRequest(url, "/readyz")).body).toContain('"redis","state":"up"');
      }
    }, WITHIN);

    /** A visitor at one instance. */
    const visit = async (url: string, cookies?: Map<string, string>) => {
      const client = new FormClient(url, "10.0.0.1", cookies);
      await client.open(PAGE);
      return client;
    };
    const cookies = new Map<string, string>();
    const phone = "9700000001";
    const send = async (url: string, jar?: Map<string, string>) =>
      (await (await visit(url, jar)).press("Send OTP", { phone })).status;
    expect([await send(one, cookies), await send(two)]).toEqual([200, 429]);
    expect(upstream.count(SEND)).toBe(1);

    await (await visit(two, cookies)).press("Verify OTP", { otp: CODE });
    await (await visit(one, cookies)).press("Delete Account", { reason: "Privacy concerns" });
    const copy = new Map(cookies);
    const { html } = await (await visit(two, cookies)).press("Delete");
    expect(html).toContain("Account Deleted Successfully");
    expect((await visit(one, copy)).page.html).toContain("Send OTP");
    expect(upstream.count(DELETE)).toBe(1);
    const keys = (await redis?.command("KEYS", "*")) as string[];
    const prefix = keyPrefix(parseSettings(site));
    expect(keys.filter((key) => !key.startsWith(prefix))).toEqual([]);

    // A network whose chosen views of this minute have all been counted, as by a further instance.
    const key = "10.0.0.9";
    const another = createRedis(site.REDIS_URL ?? "", prefix, createLogger("silent"));
    onTestFinished(() => another.close());
    await vi.waitFor(() => expect(another.state()).toMatchObject({ state: "up" }), WITHIN);
    const limits = createLimits(another);
    for (let read = 0; read < limitRules.chosenRead.points; read += 1) {
      await limits.take([{ rule: "chosenRead", key }]);
    }
    const { status, headers, body } = await rawRequest(
      one,
      "/pulsescout/dashboard?tab=trip&q=more",
      { headers: { "X-Forwarded-For": key } },
    );
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(body).toMatch(/You can try again at \d+ \w+ \d+, [\d:]+ UTC/);
    expect(upstream.count("/trips/search")).toBe(0);
  },
);

const PATHS = ["/favicon.svg", "/robots.txt", "/_root.data", "/pulsescout/dashboard"];
const CLIENTS = 3;

/** Starts clients that send one request after the other over a kept connection, until they are stopped. */
function startClients(origin: string) {
  let stopped = false;
  const answered: number[] = [];
  const broken: string[] = [];
  async function client(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; !stopped; turn += 1) {
      await rawRequest(origin, PATHS[turn % PATHS.length] ?? "", { agent }).then(
        ({ status }) => answered.push(status),
        (error: Error) => broken.push(error.message),
      );
      await delay(60); // leaves the processor to the servers
    }
    agent.destroy();
  }
  const ended = Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(index)));
  onTestFinished(async () => {
    stopped = true;
    await ended;
  });
  return { answered, broken };
}

it.skipIf(haproxyMissing)(
  "two instances behind HAProxy lose no request when one restarts",
  async () => {
    // The clients act as an outer proxy, so that neither TLS nor limits matter.
    const env = { OUTER_PROXIES: "127.0.0.1", REQUESTS_PER_NETWORK: "1000000" };
    const proxy = await startHaproxy([instances[0].url, instances[1].url], env);
    onTestFinished(() => proxy.stop());
    const log = () => proxy.lines.join("\n");
    const { answered, broken } = startClients(proxy.url);
    const moreAnswers = async () => {
      const before = answered.length;
      await expect.poll(() => answered.length).toBeGreaterThan(before + 5 * CLIENTS);
    };
    await moreAnswers();
    expect(await instances[0].stop()).toBe(0);
    await expect.poll(log).toContain("one is DOWN");
    await moreAnswers();
    instances[0] = await start({ PORT: new URL(instances[0].url).port });
    await expect.poll(log).toContain("one is UP");
    await moreAnswers();
    expect(broken).toEqual([]);
    expect([...new Set(answered)]).toEqual([200]);
    expect(log()).not.toMatch(/two is DOWN|no server available/);
  },
);
