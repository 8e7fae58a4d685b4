import { randomUUID } from "node:crypto";
import type { Redis as Client } from "ioredis";
import type { Logger } from "../process/logger.server";
import { createCommandGuard, type Patience } from "./command-guard.server";
import { connect, serverId } from "./connection.server";
import type { LuaScript } from "./lua-script.server";
import { isReplica, RedisError, redisError, type RedisFailure } from "./redis-error.server";
import { createSubscriptions, type Subscriber } from "./subscriptions.server";

/** In front of every key and channel; the number is the schema's, so that builds that differ never read each other. */
const SCHEMA = "pulse:1:";

/** How often a server that is not as it should be is asked again, by nobody who waits for it: a hiccup costs little. */
const PROBE_MS = 250;

/** How often one that is thought to be good is written to: nobody may ask for a while, and it may be a replica now. */
const WRITE_MS = 2_000;

/** A replica may become the primary, or its address lead to another server: how often it is connected to anew. */
const RENEW_MS = 1_000;

/** The commands that the product uses beside scripts; keys get their prefix on the way. */
export interface RedisCommands {
  get(key: string): Promise<string | null>;
  del(key: string): Promise<number>;
}

export interface RedisState {
  name: "redis";
  /** `refusing-writes`: it answers, but is full or a replica. */
  state: "connecting" | "up" | "refusing-writes" | "down";
  /** Milliseconds since 1970 of the last answer in time. */
  lastSuccess: number | null;
  lastFailure: { at: number; kind: RedisFailure; message: string } | null;
}

/** What is known of one command, for metrics. `not-sent`: refused at once while Redis is away. */
export interface RedisCall {
  operation: string;
  outcome: "ok" | "slow" | RedisFailure;
  seconds: number;
}

/**
 * State shared by all instances. Every method that asks Redis rejects with a RedisError and nothing else, after at
 * most {@link COMMAND_DEADLINE_MS}; while Redis is away it does so at once. Whoever asks has a local twin to go on with.
 */
export interface Redis {
  /** What its keys and channels begin with. Channels reach across databases, so the database is named in it. */
  readonly prefix: string;
  /** The same connection, with names of their own for what belongs to somebody. */
  within(owner: string): Redis;
  /**
   * Runs one command.
   *
   * @param operation what metrics call it: a fixed name, never made of data
   */
  run<T>(operation: string, command: (commands: RedisCommands) => Promise<T>): Promise<T>;
  /** Runs a Lua script, which is one atomic step; keys get their prefix on the way. */
  script(script: LuaScript, keys: string[], args: (string | number)[]): Promise<unknown>;
  /**
   * Listens to a channel on a connection of its own, and again whenever that is back.
   *
   * @returns ends it
   */
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /** Calls back whenever Redis takes writes (again). */
  onUp(listener: () => void): void;
  state(): RedisState;
  close(): void;
}

export interface RedisParts {
  /** Of a server or of sentinels, passwords included; none of it is logged. */
  url: string;
  logger: Logger;
  onCall?: (call: RedisCall) => void;
  /** Called when {@link RedisState} `state` has changed. */
  onState?: (state: RedisState["state"]) => void;
  patience?: Patience;
}

/** Connects in the background and for good; a server that is away at first is used once it is there. */
export function createRedis({ url, logger, onCall, onState, patience }: RedisParts): Redis {
  const connection = connect(url, leaveReplica);
  const { client } = connection;
  const root = `${SCHEMA}${client.options.db ?? 0}:`;
  const probeKey = `${root}probe:${randomUUID().slice(0, 8)}`;
  let state: RedisState["state"] = "connecting";
  let refusesWrites = false;
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
    if (kind === "refused") refusesWrites = true;
  }

  function currentState(): RedisState["state"] {
    if (client.status !== "ready") {
      if (replica) return "refusing-writes";
      return state === "connecting" && lastFailure === null ? "connecting" : "down";
    }
    if (!guard.isWell()) return "down";
    return refusesWrites ? "refusing-writes" : "up";
  }

  /** After a failover the old primary is a replica: the new one is where the address leads to now. */
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
    // A listener would hear nothing at a server that nobody speaks to.
    void serverId(client).then((id) => subscriptions.follow(id));
  });
  client.on("close", noteState);
  client.on("end", noteState);

  /** Whether or not it is thought to be there. */
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

  async function run<T>(operation: string, command: () => Promise<T>): Promise<T> {
    if (client.status === "ready" && guard.isWell() && !replica) return ask(operation, command);
    onCall?.({ operation, outcome: "not-sent", seconds: 0 });
    throw new RedisError("not-sent", "redis is away");
  }

  function write(): Promise<unknown> {
    writtenAt = performance.now();
    return client.set(probeKey, "", "PX", PROBE_MS);
  }

  /** A write, so that a full server or a replica is not taken for a good one. */
  async function probe(): Promise<void> {
    try {
      await ask("probe", write);
      refusesWrites = false;
      replica = false;
      noteState();
    } catch {
      // Noted by `ask`.
    }
  }

  const probing = setInterval(() => {
    if (client.status !== "ready") return;
    if (state !== "up") void probe();
    // Only to hear that it is a replica: whether it is quick enough is for those to say who wait for it.
    else if (performance.now() - writtenAt >= WRITE_MS) void write().catch(() => undefined);
  }, PROBE_MS).unref();
  const subscriptions = createSubscriptions(() => connect(url));

  const view = (prefix: string): Redis => ({
    prefix,
    within: (owner) => view(`${prefix}${owner}:`),
    run: (operation, command) => run(operation, () => command(commandsWithin(client, prefix))),
    // By its text each time: a name that the server does not know would let a later call overtake this one.
    script: ({ name, text }, keys, args) =>
      run(name, () => {
        const named = keys.map((key) => prefix + key);
        return client.eval(text, named.length, ...named, ...args);
      }),
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

function commandsWithin(client: Client, prefix: string): RedisCommands {
  return {
    get: (key) => client.get(prefix + key),
    del: (key) => client.del(prefix + key),
  };
}
