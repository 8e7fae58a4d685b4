import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { reachFindings } from "server/operations/doctor/reach-findings";
import { COMMAND_LIMITS } from "server/redis/command-guard.server";
import { luaScript } from "server/redis/lua-script.server";
import { createRedis, type Redis, type RedisCall } from "server/redis/redis.server";
import { parseSettings } from "server/process/settings.server";
import { WITHOUT_UPSTREAM } from "../support/built-server";
import { ChaosProxy } from "../support/chaos-proxy";
import { redisMissing, RedisServer } from "../support/redis-server";
import { PATIENT, WITHIN } from "../support/use-redis";

const getScript = luaScript("get", "return redis.call('GET', KEYS[1])");
const setScript = luaScript("set", "return redis.call('SET', KEYS[1], ARGV[1])");
const increment = luaScript("increment", "return redis.call('INCRBY', KEYS[1], ARGV[1])");

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

  const statesIn = (lines: string[]) =>
    lines.map((line) => (JSON.parse(line) as { redis: string }).redis);

  function connect(url = server.url, patience = PATIENT) {
    const lines: string[] = [];
    const calls: RedisCall[] = [];
    const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const redis = createRedis({
      url,
      logger,
      onCall: (call) => calls.push(call),
      patience,
    });
    open.push(redis);
    const is = (state: string) =>
      vi.waitFor(() => expect(redis.state()).toMatchObject({ state }), WITHIN);
    const get = (key: string) => redis.script(getScript, [key], []);
    const set = (key: string, value: string) => redis.script(setScript, [key], [value]);
    return { redis, lines, calls, is, get, set };
  }

  /** Fills the server's memory until 2 % is free. */
  async function fillNearly(): Promise<void> {
    await server.command("EVAL", "redis.call('SET', 'much', string.rep('x', 4e6))", 0);
    const memory = (await server.command("INFO", "memory")) as string;
    const used = Number(/used_memory:(\d+)/.exec(memory)?.[1]);
    await server.command("CONFIG", "SET", "maxmemory", String(used + 100_000));
  }

  it("puts keys and channels under a prefix with the schema version", async () => {
    const { redis, is, get, set } = connect();
    await is("up");
    await set("a", "1");
    expect(await get("a")).toBe("1");
    expect(await redis.script(increment, ["a"], [2])).toBe(3);
    expect(await server.command("GET", "pulse:1:0:a")).toBe("3");
    const messages: string[] = [];
    redis.subscribe("news", { onMessage: (message) => messages.push(message) });
    await vi.waitFor(async () => {
      expect(await server.command("PUBSUB", "CHANNELS")).toEqual(["pulse:1:0:news"]);
    }, WITHIN);
    await server.command("PUBLISH", "pulse:1:0:news", "good");
    await vi.waitFor(() => expect(messages).toEqual(["good"]), WITHIN);
  });

  it("rejects calls at once while the server is down, logs it once, and reconnects", async () => {
    await server.kill();
    const { redis, lines, calls, is, get } = connect();
    let ups = 0;
    redis.onUp(() => (ups += 1));
    await is("down");
    await expect(get("a")).rejects.toMatchObject({ name: "RedisError", kind: "not-sent" });
    expect(calls.at(-1)).toEqual({ operation: "get", outcome: "not-sent", seconds: 0 });

    await server.startAgain();
    await is("up");
    expect(ups).toBe(1);
    expect(await get("a")).toBeNull();
    expect(statesIn(lines)).toEqual(["down", "up"]);
    expect(lines[0]).toContain("ECONNREFUSED");
  });

  it("waits once for a server that is too slow, and uses it again when it is fast", async () => {
    const { redis, calls, is, get } = connect(`redis://127.0.0.1:${proxy.port}`, COMMAND_LIMITS);
    await is("up");
    proxy.fault = { kind: "latency", ms: 1_000 };
    calls.length = 0;
    for (let asked = 0; asked < 20; asked += 1) await get("a").catch(() => undefined);
    const outcomes = calls.flatMap(({ operation, outcome }) =>
      operation === "get" ? outcome : [],
    );
    expect(outcomes).toEqual(["timeout", ...Array<string>(19).fill("not-sent")]);
    expect(redis.state()).toMatchObject({ state: "down" });
    proxy.fault = { kind: "none" };
    await is("up");
    expect(await get("a")).toBeNull();
  });

  it("reconnects after responses that were cut off", async () => {
    const { is, get, set } = connect(`redis://127.0.0.1:${proxy.port}`);
    await is("up");
    await set("a", "1");
    proxy.fault = { kind: "half", bytes: 1 };
    await expect(get("a")).rejects.toMatchObject({ name: "RedisError" });
    proxy.fault = { kind: "none" };
    await is("up");
    expect(await get("a")).toBe("1");
  });

  it("reads from a full server, and reports that it refuses writes", async () => {
    const { redis, is, get, set } = connect();
    await is("up");
    await set("a", "1");
    await server.command("CONFIG", "SET", "maxmemory", "1");
    await expect(set("a", "2")).rejects.toMatchObject({ kind: "refused", message: "OOM" });
    await expect(redis.script(increment, ["a"], [1])).rejects.toMatchObject({ kind: "refused" });
    expect(await get("a")).toBe("1");
    expect(redis.state()).toMatchObject({ state: "refusing-writes" });
    await server.command("CONFIG", "SET", "maxmemory", "0");
    await is("up");
  });

  it("logs once that a server is full, even if small writes succeed now and then", async () => {
    const { lines, calls, is, set } = connect();
    await is("up");
    await fillNearly();
    const refused = { kind: "refused", message: "OOM" };
    await expect(set("a", "x".repeat(1_000_000))).rejects.toMatchObject(refused);
    const successfulProbes = () =>
      calls.filter((call) => call.operation === "probe" && call.outcome === "ok");
    const before = successfulProbes().length;
    await vi.waitFor(() => expect(successfulProbes().length).toBeGreaterThan(before + 2), WITHIN);
    await expect(set("a", "x".repeat(1_000_000))).rejects.toMatchObject(refused);
    expect(statesIn(lines)).toEqual(["up", "refusing-writes"]);
    await server.command("CONFIG", "SET", "maxmemory", "0");
    await is("up");
  });

  it.each([
    ["for another reason", "NOREPLICAS", ["min-replicas-to-write", "1"], 1],
    ["although it makes room by eviction", "OOM", ["maxmemory-policy", "volatile-lru"], 1_000_000],
  ])("uses a nearly full server again that refused %s", async (_, message, setting, length) => {
    const { redis, is, set } = connect();
    await is("up");
    await fillNearly();
    await server.command("CONFIG", "SET", ...setting);
    await expect(set("a", "x".repeat(length))).rejects.toMatchObject({ message });
    expect(redis.state()).toMatchObject({ state: "refusing-writes" });
    await server.command("CONFIG", "SET", "min-replicas-to-write", "0");
    await is("up");
  });

  it("logs once that a replica refuses writes, and moves to the primary with its subscriptions", async () => {
    const promoted = await RedisServer.start();
    onTestFinished(async () => {
      proxy.target = server.port;
      await promoted.stop();
    });
    const { redis, lines, is, set } = connect(`redis://127.0.0.1:${proxy.port}`);
    await is("up");
    redis.subscribe("news", { onMessage: () => undefined });
    await server.command("REPLICAOF", "127.0.0.1", promoted.port);
    await expect(set("a", "2")).rejects.toMatchObject({ kind: "refused", message: "READONLY" });
    await is("refusing-writes");
    // The proxy does not move open connections, so the client has to reconnect.
    proxy.target = promoted.port;
    await is("up");
    await set("a", "2");
    expect(await promoted.command("GET", "pulse:1:0:a")).toBe("2");
    await vi.waitFor(async () => {
      expect(await promoted.command("PUBSUB", "CHANNELS")).toEqual(["pulse:1:0:news"]);
    }, WITHIN);
    const states = statesIn(lines);
    // On a busy machine the connection may be down in between.
    expect(states.slice(0, 2)).toEqual(["up", "refusing-writes"]);
    expect(states.filter((state, index) => state === states[index - 1])).toEqual([]);
  });

  it("keeps the password out of the log and the state", async () => {
    await server.kill();
    await server.startAgain("--requirepass", "right-password-91");
    const { redis, lines, is } = connect(`redis://:wrong-password-73@127.0.0.1:${server.port}`);
    await is("down");
    await connect(`redis://:right-password-91@127.0.0.1:${server.port}`).is("up");
    expect(redis.state().lastFailure).toMatchObject({ kind: "connection", message: "WRONGPASS" });
    expect(JSON.stringify([lines, redis.state()])).not.toMatch(/password/);
  });

  it("is checked by the doctor", async () => {
    const finding = async (url = server.url) => {
      const settings = parseSettings({ ...WITHOUT_UPSTREAM, REDIS_URL: url });
      const findings = await reachFindings(settings);
      const { state, text } = findings.find(({ subject }) => subject === "REDIS_URL") ?? {};
      return `${state}: ${text}`;
    };
    expect(await finding()).toMatch(
      /^ok: .* begin with pulse:1:0:figures-\w+: and pulse:1:0:limits-\w+:$/,
    );
    expect(await finding("redis+sentinel://127.0.0.1:9/pulse")).toMatch(
      /^FAIL: .*no sentinel answers/,
    );
    await server.command("CONFIG", "SET", "maxmemory", "1");
    expect(await finding()).toMatch(/^FAIL: .*OOM/);
    await server.kill();
    expect(await finding()).toMatch(/^FAIL: .*ECONNREFUSED/);
  });
});
