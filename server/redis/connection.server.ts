import { Redis as Client } from "ioredis";
import { readRedisUrl, type ConnectionOptions } from "../process/redis-url.server";

/** How long a connection may give no sign of life to what it was sent before it is taken for dead. */
const DEAD_AFTER_MS = 4_000;

/** Half to all of a delay that doubles up to a second: many instances do not come back at once. */
const delayBefore = (times: number) =>
  Math.min(100 * 2 ** times, 1_000) * (0.5 + Math.random() / 2);

const options: ConnectionOptions = {
  // Whoever asks while there is no connection is told so at once, and nothing is sent twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: 2_000,
  disconnectTimeout: 500,
  socketTimeout: DEAD_AFTER_MS,
  retryStrategy: delayBefore,
  sentinelRetryStrategy: delayBefore,
  sentinelCommandTimeout: 1_000,
  // A primary that sentinels have replaced may still be there, and take writes that nobody else sees.
  failoverDetector: true,
  // What every version of Redis, every Valkey and every proxy speaks.
  protocol: 2,
};

/** One connection, which is made again for as long as it is wanted. */
export interface Connection {
  readonly client: Client;
  /** Lets go of the server and connects again: to the one that is the primary then. */
  renew(): void;
  close(): void;
}

/**
 * Connects in the background, and asks sentinels for the primary each time where the URL names some.
 *
 * @param url one that {@link readRedisUrl} can read
 * @param reconnectOnError whether an error that was answered says that this is not the server to be at
 */
export function connect(url: string, reconnectOnError?: (error: Error) => boolean): Connection {
  const address = readRedisUrl(url);
  if (address === null) throw new Error("This is no URL of a Redis");
  const all = { ...options, reconnectOnError: reconnectOnError ?? null };
  const client =
    address.kind === "direct"
      ? new Client(address.url, all)
      : new Client({ ...all, ...address.options });
  let closed = false;
  // The library gives up when a failover is told of while it asks a sentinel.
  client.on("end", () => {
    if (!closed)
      setTimeout(() => void client.connect().catch(() => undefined), delayBefore(1)).unref();
  });
  return {
    client,
    renew() {
      if (["connect", "ready"].includes(client.status)) client.disconnect(true);
    },
    close() {
      closed = true;
      client.disconnect();
    },
  };
}

/** Tells one server, from its start to its end, from all others; null where that is not to be known. */
export async function serverId(client: Client): Promise<string | null> {
  try {
    return /run_id:(\w+)/.exec(await client.info("server"))?.[1] ?? null;
  } catch {
    return null;
  }
}
