import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually";
import { RedisServer } from "./redis-server";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { programPath } from "./program-path";
import { freePort } from "./free-port";

const PASSWORD = "password-of-the-primary";
const SENTINEL_PASSWORD = "password-of-the-sentinel";

const auth = ["--requirepass", PASSWORD, "--masterauth", PASSWORD];

/** A primary and its replica under a sentinel, which promotes the replica when the primary dies. */
export async function startWatchedRedis() {
  const primary = await RedisServer.start(...auth);
  // The primary sends its copy at once instead of waiting for more replicas.
  await primary.command("CONFIG", "SET", "repl-diskless-sync-delay", "0");
  const replica = await RedisServer.start(...auth, ...replicaOf(primary));
  await eventually(() => isInSync(replica));
  const sentinel = await RedisSentinel.start(primary);
  await eventually(async () => (await sentinel.replicas()) === 1);
  /** The sentinel's view: on a busy machine it may have taken a living primary for dead. */
  async function roles() {
    const port = await sentinel.primaryPort();
    return port === primary.port ? { primary, replica } : { primary: replica, replica: primary };
  }

  // Nothing listens at the first sentinel's address.
  const hosts = `127.0.0.1:9,127.0.0.1:${sentinel.port}`;

  return {
    /** The servers in their first roles; a failover does not change these fields. */
    primary,
    replica,
    sentinel,
    /** The `REDIS_URL` that finds the primary by the sentinels. */
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${PRIMARY}?sentinelPassword=${SENTINEL_PASSWORD}`,
    /**
     * Kills the primary; resolves when the replica has been promoted.
     *
     * @param behindMs freezes the replica for this long before the kill, so that it misses the latest writes
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
    /** Restarts the killed server as the replica; resolves when it is in sync. */
    async mend(): Promise<void> {
      const now = await roles();
      if (!now.replica.running) await now.replica.startAgain(...auth, ...replicaOf(now.primary));
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

async function isInSync(replica: RedisServer): Promise<boolean> {
  return String(await replica.command("INFO", "replication")).includes("master_link_status:up");
}

/** The sentinel's name of the primary. */
const PRIMARY = "pulse";

/** A real sentinel that watches a primary and promotes its replica soon after the primary has died. */
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

  /** Starts the sentinel; does not wait until it knows the replica. */
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
      // A failover that found no suitable replica is retried after twice this time; by default after 6 minutes.
      `sentinel failover-timeout ${PRIMARY} 5000`,
    ];
    writeFileSync(file, settings.join("\n"));
    const child = spawn(programPath("redis") ?? "", [file, "--sentinel"], { stdio: "ignore" });
    const client = new Redis({ port, password: SENTINEL_PASSWORD, maxRetriesPerRequest: null });
    client.on("error", () => undefined);
    return new RedisSentinel(port, client, async () => {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** The number of replicas that the sentinel knows to be in sync. */
  async replicas(): Promise<number> {
    const answer = (await this.client.call("SENTINEL", "REPLICAS", PRIMARY)) as string[][];
    const get = (fields: string[], name: string) => fields[fields.indexOf(name) + 1];
    // For a dead replica the sentinel still reports the last link status; only `flags` shows that it is down.
    return answer.filter(
      (fields) => get(fields, "master-link-status") === "ok" && get(fields, "flags") === "slave",
    ).length;
  }

  /** The port of the server that the sentinel regards as the primary. */
  async primaryPort(): Promise<number> {
    const address = await this.client.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", PRIMARY);
    return Number((address as string[])[1]); // host and port
  }

  /** Calls `hear` whenever another server becomes the primary, until the sentinel is stopped. */
  async onNewPrimary(hear: () => void): Promise<void> {
    // A subscribed connection cannot send other commands.
    const listening = this.client.duplicate();
    this.#listening.push(listening);
    listening.on("error", () => undefined);
    listening.on("message", hear);
    await listening.subscribe("+switch-master");
  }
}
