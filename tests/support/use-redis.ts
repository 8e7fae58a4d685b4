import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import { createRedis, type Redis, type RedisState } from "server/redis/redis.server";
import { RedisServer } from "./redis-server";

export const WITHIN = { timeout: 60_000, interval: 20 };
/** A generous deadline: a pause of a busy machine must not lose an answer. */
export const DEADLINE_MS = 20_000;

export const PREFIX = "pulse:test:";

export const silent = pino({ level: "silent" });

/** A real Redis for the tests of a file, emptied after each test, and the product's connections to it. */
export function useRedis() {
  let running: RedisServer | undefined;
  const open: Redis[] = [];
  const server = () => {
    if (!running) throw new Error("the server was not started");
    return running;
  };
  beforeAll(async () => void (running = await RedisServer.start()));
  afterAll(() => running?.stop());
  afterEach(async () => {
    for (const redis of open.splice(0)) redis.close();
    if (!server().running) await server().startAgain();
    await server().command("CONFIG", "SET", "maxmemory", "0");
    await server().command("FLUSHALL");
  });
  const is = (state: RedisState["state"]) =>
    vi.waitFor(() => {
      for (const redis of open) expect(redis.state()).toMatchObject({ state });
    }, WITHIN);
  return {
    get server() {
      return server();
    },
    is,
    /** Opens a connection like an instance's, with a generous deadline; resolves when it is up. */
    async connect(): Promise<Redis> {
      const redis = createRedis({
        url: server().url,
        prefix: PREFIX,
        logger: silent,
        deadlineMs: DEADLINE_MS,
      });
      open.push(redis);
      await is("up");
      return redis;
    },
  };
}
