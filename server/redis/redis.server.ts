import { randomUUID } from "node:crypto";
import type { Logger } from "../process/logger.server";
import { createCommandGuard, type CommandLimits } from "./command-guard.server";
import {
  connect,
  createSubscriptions,
  hasRoom,
  serverId,
  type Subscriber,
} from "./connection.server";
import type { LuaScript } from "./lua-script.server";
import { isReplica, RedisError, redisError, type RedisFailure } from "./redis-error.server";

/** Prefix of every key and channel, with the schema's version: builds with different schemas share nothing. */
const SCHEMA = "pulse:1:";

/** Interval of probes while the server does not work. No request waits for a probe. */
const PROBE_MS = 250;

/** Interval of writes to a working server. Without requests only these show that it has become a replica. */
const WRITE_MS = 2_000;

/** Shortest time between reconnections away from a replica: the address may lead to the primary by then. */
const RENEW_MS = 1_000;

export interface RedisState {
  name: "redis";
  /** `refusing-writes`: the server answers, but is full or a replica. */
  state: "connecting" | "up" | "refusing-writes" | "down";
  /** Time of the last answer within the deadline, in milliseconds since 1970. */
  lastSuccess: number | null;
  lastFailure: { at: number; kind: RedisFailure; message: string } | null;
}

/** One command, for metrics. `not-sent`: the command was refused at once because Redis is down. */
export interface RedisCall {
  operation: string;
  outcome: "ok" | "slow" | RedisFailure;
  seconds: number;
}

/**
 * State shared by all instances. Every method that calls Redis rejects only with a RedisError, after at most
 * {@link COMMAND_DEADLINE_MS}, and at once while Redis is down. Every caller has a local substitute.
 */
export interface Redis {
  /** Prefix of all keys and channels. It contains the database number, because channels span databases. */
  readonly prefix: string;
  /** The same connection, with the keys and channels of one owner. */
  within(owner: string): Redis;
  /** Runs a Lua script, which is one atomic step. The prefix is added to its keys. */
  script(script: LuaScript, keys: string[], args: (string | number)[]): Promise<unknown>;
  /**
   * Listens to a channel on a second connection, and subscribes again whenever that connection is restored.
   *
   * @returns a function that ends the subscription
   */
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /** Calls the listener whenever Redis begins to accept writes. */
  onUp(listener: () => void): void;
  state(): RedisState;
  close(): void;
}

export interface RedisParts {
  /** Address of a server or of sentinels, passwords included. No part of it is logged. */
  url: string;
  logger: Logger;
  onCall?: (call: RedisCall) => void;
  /** Called when {@link RedisState} `state` has changed. */
  onState?: (state: RedisState["state"]) => void;
  patience?: CommandLimits;
}

/** Connects in the background and retries without end: a server that is down at first is used once it is up. */
export function createRedis({ url, logger, onCall, onState, patience }: RedisParts): Redis {
  const connection = connect(url, leaveReplica);
  const { client } = connection;
  const root = `${SCHEMA}${client.options.db ?? 0}:`;
  const probeKey = `${root}probe:${randomUUID().slice(0, 8)}`;
  let state: RedisState["state"] = "connecting";
  /** Why writes are refused, such as `OOM` or `READONLY`; null when they are accepted. */
  let refusal: string | null = null;
  let connectedToReplica = false;
  let renewedAt = -Infinity;
  let writtenAt = -Infinity;
  let lastSuccess: number | null = null;
  let lastFailure: RedisState["lastFailure"] = null;
  const upListeners: (() => void)[] = [];
  const guard = createCommandGuard(() => noteState(), patience);

  function noteState(): void {
    const previous = state;
    state = currentState();
    if (state === previous) return;
    const reason = state === "up" ? undefined : (lastFailure?.message ?? "no connection");
    logger[state === "up" ? "info" : "warn"]({ redis: state, reason }, "redis");
    onState?.(state);
    if (state === "up") for (const listener of upListeners) listener();
  }

  function noteFailure({ kind, message }: RedisError): void {
    lastFailure = { at: Date.now(), kind, message };
    if (kind === "refused") refusal = message;
  }

  function currentState(): RedisState["state"] {
    if (client.status !== "ready") {
      if (connectedToReplica) return "refusing-writes";
      return state === "connecting" && lastFailure === null ? "connecting" : "down";
    }
    if (!guard.isHealthy()) return "down";
    return refusal === null ? "up" : "refusing-writes";
  }

  /** After a failover the old primary is a replica, and the address leads to the new primary. */
  function leaveReplica(error: Error): boolean {
    if (!isReplica(error)) return false;
    connectedToReplica = true;
    noteFailure(redisError(error));
    const now = performance.now();
    if (now - renewedAt < RENEW_MS) return false;
    renewedAt = now;
    return true;
  }

  // Without a listener an 'error' event would end the process.
  client.on("error", (error) => {
    connectedToReplica = false;
    noteFailure(redisError(error));
    noteState();
  });
  client.on("ready", () => {
    void probe();
    // Messages are published to this server: a subscriber at another server would receive nothing.
    void serverId(client).then((id) => subscriptions.follow(id));
  });
  client.on("close", noteState);
  client.on("end", noteState);

  /** Sends a command in any state, and updates the state by its outcome. */
  async function ask<T>(operation: string, command: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const record = (outcome: RedisCall["outcome"]) =>
      onCall?.({ operation, outcome, seconds: (performance.now() - started) / 1000 });
    try {
      const { answer, slow } = await guard.run(command);
      if (slow) noteFailure(new RedisError("timeout", "slow answers"));
      else lastSuccess = Date.now();
      record(slow ? "slow" : "ok");
      return answer;
    } catch (error) {
      const failure = redisError(error);
      if (failure.kind !== "not-sent") noteFailure(failure);
      record(failure.kind);
      throw failure;
    } finally {
      noteState();
    }
  }

  function write(): Promise<unknown> {
    writtenAt = performance.now();
    return client.set(probeKey, "", "PX", PROBE_MS);
  }

  /** Probes with a write, because a full server and a replica still answer reads. */
  async function probe(): Promise<void> {
    try {
      await ask("probe", write);
      connectedToReplica = false;
      if (refusal !== "OOM" || (await hasRoom(client))) refusal = null;
      noteState();
    } catch {
      // `ask` has recorded the failure.
    }
  }

  const probeTimer = setInterval(() => {
    if (client.status !== "ready") return;
    if (state !== "up") void probe();
    // This write only detects a replica. Slowness is judged by commands that a caller waits for.
    else if (performance.now() - writtenAt >= WRITE_MS) void write().catch(() => undefined);
  }, PROBE_MS).unref();
  const subscriptions = createSubscriptions(() => connect(url));

  const view = (prefix: string): Redis => ({
    prefix,
    within: (owner) => view(`${prefix}${owner}:`),
    async script({ name, text }, keys, args) {
      if (client.status !== "ready" || !guard.isHealthy() || connectedToReplica) {
        onCall?.({ operation: name, outcome: "not-sent", seconds: 0 });
        throw new RedisError("not-sent", "redis is away");
      }
      const prefixedKeys = keys.map((key) => prefix + key);
      // EVAL instead of EVALSHA: while an unknown script is retried, a later command could overtake this one.
      return ask(name, () => client.eval(text, prefixedKeys.length, ...prefixedKeys, ...args));
    },
    subscribe: (channel, subscriber) => subscriptions.subscribe(prefix + channel, subscriber),
    onUp: (listener) => void upListeners.push(listener),
    state: () => ({ name: "redis", state, lastSuccess, lastFailure }),
    close() {
      clearInterval(probeTimer);
      subscriptions.close();
      connection.close();
    },
  });
  return view(root);
}
