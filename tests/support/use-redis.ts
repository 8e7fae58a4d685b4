import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { CommandLimits } from "server/redis/command-guard.server";
import { createRedis, type Redis, type RedisState } from "server/redis/redis.server";
import { RedisServer } from "./redis-server";

export const WITHIN = { timeout: 60_000, interval: 20 };
/** A machine that stands still for a moment would have a good answer taken for a slow one. */
export const PATIENT: CommandLimits = { slowMs: 10_000, deadlineMs: 20_000 };

export const silent = pino({ level: "silent" });

/** A real Redis for the tests of a file, emptied after each, and the product's connections to it. */
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
    /** What an instance has; it waits for every answer. */
    async connect(): Promise<Redis> {
      const redis = createRedis({ url: server().url, logger: silent, patience: PATIENT });
      open.push(redis);
      await is("up");
      return redis;
    },
  };
}
