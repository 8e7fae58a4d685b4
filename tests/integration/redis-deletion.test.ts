import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { fingerprint } from "server/limits/counters.server";
import { createLimits } from "server/limits/limits.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { createRedis, type Redis } from "server/redis/redis.server";
import type { AuthApi } from "server/upstream/auth-api.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { CODE, createPerson } from "../support/deletion-person";
import { redisMissing, RedisServer } from "../support/redis-server";

const WITHIN = { timeout: 60_000, interval: 20 };
const logger = pino({ level: "silent" });
const REASONS = { reasons: ["Others"], others: "Too far" };

describe.skipIf(redisMissing)("deletions on several instances", () => {
  let server: RedisServer;
  const open: Redis[] = [];
  beforeAll(async () => void (server = await RedisServer.start()));
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.close();
    await server.kill();
    await server.startAgain();
  });

  /** The same person before another instance; all instances have the upstream of the first. */
  async function before(authApi?: AuthApi) {
    const redis = createRedis({
      url: server.url,
      logger,
      patience: { slowMs: 10_000, deadlineMs: 20_000 },
    });
    open.push(redis);
    const limits = createLimits(createSharedCounters(redis, logger));
    const person = createPerson({ redis, limits, fingerprint, ...(authApi && { authApi }) });
    await vi.waitFor(() => expect(redis.state()).toMatchObject({ state: "up" }), WITHIN);
    return { ...person, person, redis };
  }

  async function beforeTwo() {
    const one = await before();
    const two = await before(one.upstream.api);
    return { one, two, ...one.upstream };
  }

  it("go on where they began elsewhere", async () => {
    const { one, two, deleted } = await beforeTwo();
    await one.person.does("send", { phone: "9876543210" });
    two.person.session = one.person.session;
    await two.person.does("verify", { otp: CODE });
    one.person.session = two.person.session;
    await one.person.does("reasons", REASONS);
    two.person.session = one.person.session;
    await two.person.does("delete");
    expect(two.person.session).toMatchObject({ at: "done" });
    expect(deleted).toHaveLength(1);
  });

  it("count wrong codes and tries together", async () => {
    const { one, two, tried } = await beforeTwo();
    await one.person.does("send", { phone: "9876543210" });
    const code = one.person.session;
    await Promise.all(
      [one, two].flatMap(({ person }, instance) =>
        Array.from({ length: 10 }, (_, index) => {
          person.session = code;
          return person.does("verify", { otp: String(100_000 + 10 * instance + index) });
        }),
      ),
    );
    expect(tried).toHaveLength(5);
  });

  it("are one call when pressed on both at the same moment, with one receipt", async () => {
    const { one, two, deleted } = await beforeTwo();
    await one.person.reachConfirm();
    two.person.session = one.person.session;
    await Promise.all([one.person.does("delete"), two.person.does("delete")]);
    expect(deleted).toHaveLength(1);
    expect(one.person.session).toMatchObject({ at: "done" });
    expect(two.person.session).toEqual(one.person.session);
  });

  it("share what the upstream said to a request that waited", async () => {
    const { one, two, fail, reached } = await beforeTwo();
    await one.person.reachConfirm();
    two.person.session = one.person.session;
    fail(new UpstreamError("http", "Not today", { status: 400 }));
    const outcomes = await Promise.all([one.person.does("delete"), two.person.does("delete")]);
    expect(reached.filter(({ call }) => call === "delete")).toHaveLength(1);
    expect(outcomes[1]).toMatchObject({ status: 400, problem: { said: "Not today" } });
    expect(outcomes[1]).toEqual(outcomes[0]);
  });

  it("are finished for every instance: a replayed cookie is the same as none", async () => {
    const { one, two, deleted } = await beforeTwo();
    await one.person.reachConfirm();
    const replayed = one.person.session;
    await one.person.does("delete");
    expect(await two.service.standing(replayed)).toBeNull();
    two.person.session = replayed;
    expect(await two.person.does("delete")).toMatchObject({ status: 409, session: null });
    expect(deleted).toHaveLength(1);
  });

  it("give the receipt again to the idempotency key that deleted, on every instance, and to no other", async () => {
    const { one, two, deleted } = await beforeTwo();
    await one.person.reachConfirm();
    const confirmed = one.person.session;
    await one.person.does("delete", { idempotencyKey: "a page" });
    const receipt = one.person.session;
    expect(receipt).toMatchObject({ at: "done" });
    for (const [idempotencyKey, session] of [
      ["a page", receipt],
      ["another page", null],
      ["", null],
    ] as const) {
      two.person.session = confirmed;
      await two.person.does("delete", { idempotencyKey });
      expect(two.person.session).toEqual(session);
    }
    expect(deleted).toHaveLength(1);
  });

  it.each(["start-over", "leave"] as const)(
    "are none on any instance once the session's owner has said '%s' on one",
    async (intent) => {
      const { one, two, deleted } = await beforeTwo();
      await one.person.reachConfirm();
      const copy = one.person.session;
      await one.person.does(intent);
      expect(await two.service.standing(copy)).toBeNull();
      two.person.session = copy;
      expect(await two.person.does("delete")).toMatchObject({ status: 409, session: null });
      expect(deleted).toHaveLength(0);
    },
  );

  it("say what a refusal can mean when Redis could not be asked whether one was begun", async () => {
    const { one, two, fail } = await beforeTwo();
    await one.person.reachConfirm();
    two.person.session = one.person.session;
    const pressed = one.person.does("delete");
    await server.kill();
    await pressed;
    fail(new UpstreamError("http", "Please log in again", { status: 401 }));
    expect(await two.person.does("delete")).toMatchObject({
      status: 400,
      problem: { note: { id: "delete.refused-after-loss" } },
      session: { at: "confirm", lost: expect.stringMatching(/^DEL-/) as string },
    });
  });

  it("go on when the instance that had begun one has died, and say what a refusal can mean", async () => {
    const hanging: AuthApi["deleteProfile"] = () => new Promise(() => undefined);
    const one = await before();
    const dying = await before({ ...one.upstream.api, deleteProfile: hanging });
    await one.person.reachConfirm();
    dying.person.session = one.person.session;
    void dying.person.does("delete");
    await vi.waitFor(async () => {
      expect(await server.command("KEYS", "*lease*")).toHaveLength(1);
    }, WITHIN);
    one.upstream.fail(new UpstreamError("http", "Unknown token", { status: 401 }));
    const waiting = one.person.does("delete");
    expect(await Promise.race([waiting, delay(500, "waits")])).toBe("waits");
    dying.redis.close();
    expect(await waiting).toMatchObject({
      status: 400,
      problem: { note: { id: "delete.refused-after-loss" } },
    });
  });

  it("work on each instance alone while Redis is away, and are known to all afterwards", async () => {
    const { one, two, deleted } = await beforeTwo();
    await one.person.reachConfirm();
    const replayed = one.person.session;
    await server.kill();
    await one.person.does("delete");
    expect(one.person.session).toMatchObject({ at: "done" });
    await server.startAgain();
    await vi.waitFor(async () => {
      expect(await two.service.standing(replayed)).toBeNull();
    }, WITHIN);
    two.person.session = replayed;
    await two.person.does("delete");
    expect(deleted).toHaveLength(1);
  });

  it("keep token, phone and OTP session out of Redis", async () => {
    const { one } = await beforeTwo();
    await one.person.reachConfirm();
    await one.person.does("delete");
    const keys = (await server.command("KEYS", "*")) as string[];
    const values = (await server.command("MGET", ...keys)) as string[];
    expect(keys.length).toBeGreaterThan(3);
    expect([...keys, ...values].join("\n")).not.toMatch(/9876543210|token/);
  });
});
