import { Redis as Client } from "ioredis";
import { readRedisUrl, type ConnectionOptions } from "../process/redis-url.server";

/** Milliseconds without an answer to anything that was sent, after which a connection counts as dead. */
const DEAD_AFTER_MS = 4_000;

/** Between half and all of a delay that doubles up to a second, so that many instances do not come back at once. */
const delayBefore = (times: number) =>
  Math.min(100 * 2 ** times, 1_000) * (0.5 + Math.random() / 2);

const options: ConnectionOptions = {
  // A command without a connection fails at once, and none is sent twice.
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
  // A primary that sentinels have replaced may live on, and take writes that nobody else sees.
  failoverDetector: true,
  // What every version of Redis, every Valkey and every proxy speaks.
  protocol: 2,
};

/** One connection, which is made again whenever it was lost, until it is closed. */
export interface Connection {
  readonly client: Client;
  /** Disconnects and connects again, to the server that is the primary then. */
  renew(): void;
  close(): void;
}

/**
 * Connects in the background, and asks sentinels for the primary each time where the URL names some.
 *
 * @param url one that {@link readRedisUrl} can read
 * @param reconnectOnError whether an error answer says that another server is to be used
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
  // The library gives up when a sentinel announces a failover while the library is connecting.
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

/** The id of a server process, which no other process has; null where the server does not tell it. */
export async function serverId(client: Client): Promise<string | null> {
  try {
    return /run_id:(\w+)/.exec(await client.info("server"))?.[1] ?? null;
  } catch {
    return null;
  }
}
