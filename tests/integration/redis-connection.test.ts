import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { reachFindings } from "server/operations/doctor/reach-findings";
import { createRedis, type Redis } from "server/redis/redis.server";
import { parseSettings } from "server/process/settings.server";
import { WITHOUT_UPSTREAM } from "../support/built-server";
import { ChaosProxy } from "../support/chaos-proxy";
import { redisMissing, RedisServer } from "../support/redis-server";
import { DEADLINE_MS, PREFIX, WITHIN } from "../support/use-redis";

describe.skipIf(redisMissing)("the connection to Redis", () => {
  let server: RedisServer;
  let proxy: ChaosProxy;
  const open: Redis[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
    proxy = await ChaosProxy.before(server.port);
  });
  afterAll(async () => {
    await proxy.stop();
    await server.stop();
  });
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.close();
    proxy.fault = { kind: "none" };
    await server.kill();
    await server.startAgain();
  });

  function connect(url = server.url, deadlineMs = DEADLINE_MS) {
    const lines: string[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const redis = createRedis({ url, prefix: PREFIX, logger, deadlineMs });
    open.push(redis);
    const is = (state: string) =>
      vi.waitFor(() => expect(redis.state()).toMatchObject({ state }), WITHIN);
    const isMarked = (name: string) => redis.isMarked(name);
    const mark = (name: string) => redis.mark(name, 60_000);
    const states = () => lines.map((line) => (JSON.parse(line) as { redis: string }).redis);
    return { redis, lines, states, is, isMarked, mark };
  }

  it("rejects calls at once while the server is down, logs it once, and reconnects", async () => {
    await server.kill();
    const { lines, states, is, isMarked, mark } = connect();
    await is("down");
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });

    await server.startAgain();
    await is("up");
    await mark("a");
    expect([await isMarked("a"), await isMarked("b")]).toEqual([true, false]);
    expect(await server.command("EXISTS", `${PREFIX}a`)).toBe(1);
    expect(states()).toEqual(["down", "up"]);
    expect(lines[0]).toContain("ECONNREFUSED");
  });

  it("gives up on a silent server in time, connects anew, and uses it again when it answers", async () => {
    const { is, isMarked } = connect(`redis://127.0.0.1:${proxy.port}`, 50);
    await is("up");
    proxy.fault = { kind: "latency", ms: 60_000 };
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });
    await is("down");
    proxy.fault = { kind: "none" };
    await is("up");
  });

  it("moves to the primary when its address leads to a replica", async () => {
    const promoted = await RedisServer.start();
    const { is, mark } = connect(`redis://127.0.0.1:${proxy.port}`);
    await is("up");
    await server.command("REPLICAOF", "127.0.0.1", promoted.port);
    proxy.target = promoted.port;
    await expect(mark("a")).rejects.toMatchObject({ message: "READONLY" });
    await vi.waitFor(() => mark("a"), WITHIN);
    expect(await promoted.command("EXISTS", `${PREFIX}a`)).toBe(1);
    proxy.target = server.port;
    await promoted.stop();
  });

  it("keeps the password out of the log and the state", async () => {
    await server.kill();
    await server.startAgain("--requirepass", "right-password-91");
    const { redis, lines, isMarked } = connect(
      `redis://:wrong-password-73@127.0.0.1:${server.port}`,
    );
    await vi.waitFor(() => expect(redis.state().lastFailure).not.toBeNull(), WITHIN);
    await expect(isMarked("a")).rejects.toMatchObject({ name: "RedisError" });
    await connect(`redis://:right-password-91@127.0.0.1:${server.port}`).is("up");
    expect(redis.state()).toMatchObject({ state: "down", lastFailure: { message: "WRONGPASS" } });
    expect(JSON.stringify([lines, redis.state()])).not.toMatch(/password/);
  });

  it("is checked by the doctor", async () => {
    const finding = async () => {
      const settings = parseSettings({ ...WITHOUT_UPSTREAM, REDIS_URL: server.url });
      const findings = await reachFindings(settings);
      const { state, text } = findings.find(({ subject }) => subject === "REDIS_URL") ?? {};
      return `${state}: ${text}`;
    };
    expect(await finding()).toMatch(/^ok: .* begin with pulse:2:\w{10}:$/);
    await server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await finding()).toMatch(/^FAIL: .*OOM/);
    await server.kill();
    expect(await finding()).toMatch(/^FAIL: .*ECONNREFUSED/);
  });
});
