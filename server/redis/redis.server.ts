import { randomUUID } from "node:crypto";
import type { Logger } from "../process/logger.server";
import { createCommandGuard, type Patience } from "./command-guard.server";
import {
  connect,
  createSubscriptions,
  hasRoom,
  serverId,
  type Subscriber,
} from "./connection.server";
import type { LuaScript } from "./lua-script.server";
import { isReplica, RedisError, redisError, type RedisFailure } from "./redis-error.server";

/** The prefix of every key and channel. Its number is the schema's: builds with different schemas share nothing. */
const SCHEMA = "pulse:1:";

/** How often a server in trouble is probed. No request waits for a probe. */
const PROBE_MS = 250;

/** How often a good server is written to. Without requests nothing else would show that it has become a replica. */
const WRITE_MS = 2_000;

/** How often at most the address of a replica is connected to anew: it may lead to the primary by then. */
const RENEW_MS = 1_000;

export interface RedisState {
  name: "redis";
  /** `refusing-writes`: it answers, but is full or a replica. */
  state: "connecting" | "up" | "refusing-writes" | "down";
  /** Milliseconds since 1970 of the last answer in time. */
  lastSuccess: number | null;
  lastFailure: { at: number; kind: RedisFailure; message: string } | null;
}

/** One command, for metrics. `not-sent`: it was refused at once while Redis is away. */
export interface RedisCall {
  operation: string;
  outcome: "ok" | "slow" | RedisFailure;
  seconds: number;
}

/**
 * State shared by all instances. Every method that asks Redis rejects with a RedisError and nothing else, after at
 * most {@link COMMAND_DEADLINE_MS}; while Redis is away it does so at once. Every caller has a local substitute.
 */
export interface Redis {
  /** The beginning of all keys and channels. It names the database, because channels reach across databases. */
  readonly prefix: string;
  /** The same connection with the keys and channels of one owner. */
  within(owner: string): Redis;
  /** Runs a Lua script, which is one atomic step. Its keys get the prefix here. */
  script(script: LuaScript, keys: string[], args: (string | number)[]): Promise<unknown>;
  /**
   * Listens to a channel on a second connection, and again whenever that connection is back.
   *
   * @returns ends the subscription
   */
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /** Calls back whenever Redis begins to take writes. */
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
  patience?: Patience;
}

/** Connects in the background, again and again: a server that is away at first is used once it is there. */
export function createRedis({ url, logger, onCall, onState, patience }: RedisParts): Redis {
  const connection = connect(url, leaveReplica);
  const { client } = connection;
  const root = `${SCHEMA}${client.options.db ?? 0}:`;
  const probeKey = `${root}probe:${randomUUID().slice(0, 8)}`;
  let state: RedisState["state"] = "connecting";
  /** `OOM`, `READONLY` …: why writes are refused. */
  let refusal: string | null = null;
  let replica = false;
  let renewedAt = -Infinity;
  let writtenAt = -Infinity;
  let lastSuccess: number | null = null;
  let lastFailure: RedisState["lastFailure"] = null;
  const upListeners: (() => void)[] = [];
  const guard = createCommandGuard(() => noteState(), patience);

  function noteState(): void {
    const before = state;
    state = currentState();
    if (state === before) return;
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
      if (replica) return "refusing-writes";
      return state === "connecting" && lastFailure === null ? "connecting" : "down";
    }
    if (!guard.isWell()) return "down";
    return refusal === null ? "up" : "refusing-writes";
  }

  /** After a failover the old primary is a replica, and the address leads to the new primary. */
  function leaveReplica(error: Error): boolean {
    if (!isReplica(error)) return false;
    replica = true;
    noteFailure(redisError(error));
    const now = performance.now();
    if (now - renewedAt < RENEW_MS) return false;
    renewedAt = now;
    return true;
  }

  // Without a listener an 'error' event would end the process.
  client.on("error", (error) => {
    replica = false;
    noteFailure(redisError(error));
    noteState();
  });
  client.on("ready", () => {
    void probe();
    // Messages are sent to this server: a listener at another one would hear nothing.
    void serverId(client).then((id) => subscriptions.follow(id));
  });
  client.on("close", noteState);
  client.on("end", noteState);

  /** Sends a command whatever the state is, and notes what its end says about the state. */
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

  /** Probes by a write, because a full server and a replica answer reads. */
  async function probe(): Promise<void> {
    try {
      await ask("probe", write);
      replica = false;
      if (refusal !== "OOM" || (await hasRoom(client))) refusal = null;
      noteState();
    } catch {
      // Noted by `ask`.
    }
  }

  const probing = setInterval(() => {
    if (client.status !== "ready") return;
    if (state !== "up") void probe();
    // This write only tells a replica from a primary. Slowness is judged by commands that somebody waits for.
    else if (performance.now() - writtenAt >= WRITE_MS) void write().catch(() => undefined);
  }, PROBE_MS).unref();
  const subscriptions = createSubscriptions(() => connect(url));

  const view = (prefix: string): Redis => ({
    prefix,
    within: (owner) => view(`${prefix}${owner}:`),
    async script({ name, text }, keys, args) {
      if (client.status !== "ready" || !guard.isWell() || replica) {
        onCall?.({ operation: name, outcome: "not-sent", seconds: 0 });
        throw new RedisError("not-sent", "redis is away");
      }
      const named = keys.map((key) => prefix + key);
      // EVAL and not EVALSHA: the second try of an unknown script would let a later command overtake this one.
      return ask(name, () => client.eval(text, named.length, ...named, ...args));
    },
    subscribe: (channel, subscriber) => subscriptions.subscribe(prefix + channel, subscriber),
    onUp: (listener) => void upListeners.push(listener),
    state: () => ({ name: "redis", state, lastSuccess, lastFailure }),
    close() {
      clearInterval(probing);
      subscriptions.close();
      connection.close();
    },
  });
  return view(root);
}
