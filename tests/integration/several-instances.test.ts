import { expect, it, onTestFinished, vi } from "vitest";
import { createLimits, limitRules } from "server/limits/limits.server";
import { createLogger } from "server/process/logger.server";
import { parseSettings } from "server/process/settings.server";
import { createRedis, keyPrefix } from "server/redis/redis.server";
import { startBuiltServer } from "../support/built-server";
import { allowDeletions, CODE, DELETE, PAGE, SEND } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { rawRequest } from "../support/raw-request";
import { redisMissing, RedisServer, WITHIN } from "../support/redis-server";

it.skipIf(redisMissing)(
  "instances of one site share its limits and finished deletions through Redis, and nothing with another site",
  async () => {
    const redis = await RedisServer.start();
    const upstream = await FaultyUpstream.start();
    allowDeletions(upstream);
    const shared = { SESSION_SECRET: "one secret for all the instances", TRUST_PROXY: "1" };
    const env = { ...upstream.settings, ...shared, REDIS_URL: redis.url };
    const site = { ...env, SITE_URL: "http://pulse.test" };
    const servers = await Promise.all([1, 2].map(() => startBuiltServer({ env: site })));
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.kill()));
      for (const part of [upstream, redis]) await part.stop();
    });
    const [one = "", two = ""] = servers.map(({ url }) => url);
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
    expect((await visit(one, copy)).page.html).toMatch(/may have been deleted.*Send OTP/s);
    expect(upstream.count(DELETE)).toBe(1);
    const keys = (await redis.command("KEYS", "*")) as string[];
    const prefix = keyPrefix(parseSettings(site));
    expect(keys.filter((key) => !key.startsWith(prefix))).toEqual([]);

    // A network whose chosen views of this minute have all been counted, as by a further instance.
    const key = "10.0.0.9";
    const another = createRedis(redis.url, prefix, createLogger("silent"));
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
