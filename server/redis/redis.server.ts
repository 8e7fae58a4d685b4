import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type * as IORedis from "ioredis";
import type { Logger } from "../process/logger.server";
import type { Settings } from "../process/settings.server";

/** The only error that this folder throws. Its message never contains data of the command. */
export class RedisError extends Error {
  override name = "RedisError";
}

/** Reduces an error of the client to its code, because its text and fields quote the command, address or password. */
export function redisError(error: Error): RedisError {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const reply = error.name === "ReplyError" ? /^[A-Z]+/.exec(error.message)?.[0] : undefined;
  return new RedisError(code ?? reply ?? "no answer");
}

/** A healthy server answers in about a millisecond. A request may wait for a few commands in a row. */
const COMMAND_DEADLINE_MS = 250;

/** A connection counts as dead after this many milliseconds without an answer to a sent command. */
const DEAD_AFTER_MS = 4_000;

/** Interval of pings: without commands nothing would notice a dead connection. */
const PING_MS = 2_000;

/** State shared by all instances. Every caller has a local substitute. */
export type Redis = ReturnType<typeof createRedis>;

export type RedisState = ReturnType<Redis["state"]>;

/**
 * Connects in the background and retries without end: a server that is down at first is used once it is up.
 *
 * @param url address of the server, password included. No part of it is logged
 * @param deadlineMs longest wait for the answer of a command
 */
export function createRedis(
  url: string,
  prefix: string,
  logger: Pick<Logger, "info" | "warn">,
  deadlineMs = COMMAND_DEADLINE_MS,
) {
  // Loaded late, so that a process without Redis starts sooner.
  const { Redis: Client } = createRequire(import.meta.url)("ioredis") as typeof IORedis;
  const client = new Client(url, {
    // Without a connection a command fails at once, and no command is sent twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 2_000,
    commandTimeout: deadlineMs,
    socketTimeout: DEAD_AFTER_MS,
    // 50 to 100 % of a delay that doubles up to a second, so that instances spread out.
    retryStrategy: (times) => Math.min(100 * 2 ** times, 1_000) * (0.5 + Math.random() / 2),
    // After a failover the old primary is a replica, and the address leads to the new primary.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
    // The RESP version that every Redis, every Valkey and every proxy supports.
    protocol: 2,
  });
  let state: "connecting" | "up" | "down" = "connecting";
  /** Time of the last answer, in milliseconds since 1970. */
  let lastSuccess: number | null = null;
  let lastFailure: { at: number; message: string } | null = null;

  function change(next: typeof state): void {
    if (state === next) return;
    state = next;
    logger[next === "up" ? "info" : "warn"](
      { redis: next, reason: next === "up" ? undefined : lastFailure?.message },
      "redis",
    );
  }

  /** Sends a command, and records when it was answered. */
  async function ask<T>(command: () => Promise<T>): Promise<T> {
    if (client.status !== "ready") throw new RedisError("redis is away");
    try {
      const answer = await command();
      lastSuccess = Date.now();
      return answer;
    } catch (error) {
      throw noteFailure(error as Error); // the client rejects with nothing else
    }
  }

  function noteFailure(error: Error): RedisError {
    const failure = redisError(error);
    lastFailure = { at: Date.now(), message: failure.message };
    return failure;
  }

  client.on("ready", () => change("up"));
  client.on("error", noteFailure);
  client.on("close", () => {
    // A server that ends its connections sends no error, and an older one would be no reason.
    const isKnown = (lastFailure?.at ?? 0) > (lastSuccess ?? 0);
    if (!isKnown) lastFailure = { at: Date.now(), message: "closed" };
    change("down");
  });
  const ping = setInterval(() => void ask(() => client.ping()).catch(() => undefined), PING_MS);
  ping.unref();

  return {
    /** Prefix of all keys. */
    prefix,
    /** The client of the limits' library. While there is no connection, its commands fail at once. */
    client,
    /**
     * Sets a mark that all instances see for this many milliseconds. The prefix is added to its name.
     *
     * @throws RedisError when there is no answer in time, and at once without a connection
     */
    mark: (name: string, milliseconds: number): Promise<unknown> =>
      ask(() => client.set(prefix + name, "", "PX", milliseconds)),
    /** Whether any instance has set the mark. @throws RedisError like `mark` */
    isMarked: async (name: string): Promise<boolean> =>
      (await ask(() => client.exists(prefix + name))) === 1,
    state: () => ({ name: "redis", state, lastSuccess, lastFailure }),
    close() {
      clearInterval(ping);
      client.disconnect();
    },
  };
}

/** Version of the stored form: builds with different versions share nothing. */
const SCHEMA = 2;

type Owner = Pick<Settings, "siteUrl" | "siteUrlIsDefault" | "authApiUrl">;

/**
 * The prefix of a deployment's keys, the same for all its instances: limits belong to a site and its auth API, so two
 * deployments on one Redis share nothing. Addresses are hashed, because they may contain a secret.
 */
export function keyPrefix({ siteUrl, siteUrlIsDefault, authApiUrl }: Owner): string {
  // The default URL contains the port, which differs between the instances of one machine.
  const site = siteUrlIsDefault ? "" : siteUrl.origin;
  const auth = authApiUrl === undefined ? "sandbox" : new URL(authApiUrl).href;
  const hash = createHash("sha256")
    .update(JSON.stringify([site, auth]))
    .digest("hex");
  return `pulse:${SCHEMA}:${hash.slice(0, 10)}:`;
}
