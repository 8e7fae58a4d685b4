import { Redis } from "ioredis";
import { redisError } from "./redis.server";

/** What one look at a server has found. */
interface RedisFindings {
  connected: boolean;
  /** Code of the error that ended the connection, or of the refused write; undefined when all went well. */
  problem?: string;
  /** The policy by which it forgets keys when it is full; `unknown` when it does not say. */
  policy: string;
}

/** Connects once, writes a key that ends at once, and asks for the eviction policy. @param prefix of the key */
export async function examineRedis(url: string, prefix: string): Promise<RedisFindings> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: null, commandTimeout: 2_000 });
  let lost = "no connection";
  client.on("error", (error) => (lost = redisError(error).message));
  try {
    await client.connect();
    await client.set(`${prefix}doctor`, "", "PX", 1);
    const memory = await client.info("memory").catch(() => "");
    return { connected: true, policy: /maxmemory_policy:(\S+)/.exec(memory)?.[1] ?? "unknown" };
  } catch (error) {
    const connected = client.status === "ready";
    const problem = connected && error instanceof Error ? redisError(error).message : lost;
    return { connected, problem, policy: "unknown" };
  } finally {
    client.disconnect();
  }
}
