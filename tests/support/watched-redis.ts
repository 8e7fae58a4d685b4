import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually";
import { RedisServer } from "./redis-server";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { programPath } from "../../scripts/test-programs.js";
import { freePort } from "./free-port";

const PASSWORD = "password-of-the-primary";
const SENTINEL_PASSWORD = "password-of-the-sentinel";

const secret = ["--requirepass", PASSWORD, "--masterauth", PASSWORD];

/** A primary and its replica under a sentinel, which makes the replica the primary when that has died. */
export async function startWatchedRedis() {
  const primary = await RedisServer.start(...secret);
  // Copies at once instead of waiting for more replicas.
  await primary.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
  const replica = await RedisServer.start(...secret, ...replicaOf(primary));
  await eventually(() => isInStep(replica));
  const sentinel = await RedisSentinel.start(primary);
  await eventually(async () => (await sentinel.replicas()) === 1);
  /** Who is what, as the sentinel says: on a busy machine it may have found the primary dead by itself. */
  async function roles() {
    const port = await sentinel.primaryPort();
    return port === primary.port ? { primary, replica } : { primary: replica, replica: primary };
  }

  // The first of the two sentinels is not there.
  const hosts = `127.0.0.1:9,127.0.0.1:${sentinel.port}`;

  return {
    /** As they were at first. */
    primary,
    replica,
    sentinel,
    /** Where the primary is asked for. */
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${PRIMARY}?sentinelPassword=${SENTINEL_PASSWORD}`,
    /**
     * Kills the primary; resolves when the replica has been promoted.
     *
     * @param behindMs for how long before nothing that was written has reached the replica
     */
    async failOver(behindMs = 0): Promise<void> {
      const before = await roles();
      if (behindMs > 0) {
        before.replica.freeze();
        await sleep(behindMs);
      }
      await before.primary.kill();
      before.replica.thaw();
      await eventually(async () => (await sentinel.primaryPort()) !== before.primary.port);
    },
    /** Brings back who was killed, as the replica; resolves when it is in step. */
    async mend(): Promise<void> {
      const now = await roles();
      if (!now.replica.running) await now.replica.startAgain(...secret, ...replicaOf(now.primary));
      await now.primary.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
      await eventually(async () => (await sentinel.replicas()) === 1);
    },
    async stop(): Promise<void> {
      await sentinel.stop();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

const replicaOf = ({ port }: RedisServer) => ["--replicaof", "127.0.0.1", String(port)];

async function isInStep(replica: RedisServer): Promise<boolean> {
  return String(await replica.command("INFO", "replication")).includes("master_link_status:up");
}

/** What it calls the primary that it watches. */
const PRIMARY = "pulse";

/** A real sentinel that watches a primary and makes its replica the primary soon after that has died. */
class RedisSentinel {
  readonly #listening: Redis[] = [];

  private constructor(
    readonly port: number,
    readonly client: Redis,
    readonly end: () => Promise<void>,
  ) {}

  async stop(): Promise<void> {
    for (const client of [this.client, ...this.#listening]) client.disconnect();
    await this.end();
  }

  /** Resolves when it knows the primary's replica. */
  static async start(primary: RedisServer): Promise<RedisSentinel> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "pulse-sentinel-"));
    const file = join(folder, "sentinel.conf");
    const settings = [
      `port ${port}`,
      "bind 127.0.0.1",
      `requirepass ${SENTINEL_PASSWORD}`,
      `sentinel monitor ${PRIMARY} 127.0.0.1 ${primary.port} 1`,
      `sentinel auth-pass ${PRIMARY} ${PASSWORD}`,
      `sentinel down-after-milliseconds ${PRIMARY} 500`,
      // A failover that found no replica fit for it is tried again after twice that, by default after six minutes.
      `sentinel failover-timeout ${PRIMARY} 5000`,
    ];
    writeFileSync(file, settings.join("\n"));
    const child = spawn(programPath("redis") ?? "", [file, "--sentinel"], { stdio: "ignore" });
    const client = new Redis({ port, password: SENTINEL_PASSWORD, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    return new RedisSentinel(port, client, async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** The replicas that it knows to be in step. */
  async replicas(): Promise<number> {
    const answer = (await this.client.call("SENTINEL", "REPLICAS", PRIMARY)) as string[][];
    const said = (fields: string[], name: string) => fields[fields.indexOf(name) + 1];
    // Of one that is gone it goes on saying what it last knew.
    return answer.filter(
      (fields) => said(fields, "master-link-status") === "ok" && said(fields, "flags") === "slave",
    ).length;
  }

  /** The port of the server that it takes for the primary. */
  async primaryPort(): Promise<number> {
    const address = await this.client.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", PRIMARY);
    return Number((address as string[])[1]); // host and port
  }

  /** Hears of every other server that becomes the primary, until it is stopped. */
  async onNewPrimary(hear: () => void): Promise<void> {
    // A connection that listens can ask for nothing.
    const listening = this.client.duplicate();
    this.#listening.push(listening);
    listening.on("error", () => undefined);
    listening.on("message", hear);
    await listening.subscribe("+switch-master");
  }
}
