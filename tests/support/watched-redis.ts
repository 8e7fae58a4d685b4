import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "./eventually";
import { PRIMARY, RedisSentinel } from "./redis-sentinel";
import { RedisServer } from "./redis-server";

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
  const passwords = { primary: PASSWORD, sentinel: SENTINEL_PASSWORD };
  const sentinel = await RedisSentinel.start(primary, passwords);
  await eventually(async () => (await sentinel.replicas()) === 1);
  /** Who is what, as the sentinel says: on a busy machine it may have found the primary dead by itself. */
  async function roles() {
    const port = await sentinel.primaryPort();
    return port === primary.port ? { primary, replica } : { primary: replica, replica: primary };
  }

  /** The address of the pair by the ports that lead to its sentinels, and the number of a database. */
  function urlOf(ports: readonly number[], database?: number): string {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    const path = database === undefined ? PRIMARY : `${PRIMARY}/${database}`;
    return `redis+sentinel://:${PASSWORD}@${hosts}/${path}?sentinelPassword=${SENTINEL_PASSWORD}`;
  }

  return {
    /** As they were at first. */
    primary,
    replica,
    sentinel,
    url: urlOf([sentinel.port]),
    urlOf,
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
