import { Redis as Client } from "ioredis";
import { readRedisUrl, type ConnectionOptions } from "../process/redis-url.server";

/** A connection counts as dead after this many milliseconds without an answer to a sent command. */
const DEAD_AFTER_MS = 4_000;

/** Delay before a reconnection: 50 to 100 % of a delay that doubles up to a second, so that instances spread out. */
const delayBefore = (times: number) =>
  Math.min(100 * 2 ** times, 1_000) * (0.5 + Math.random() / 2);

const options: ConnectionOptions = {
  // Without a connection a command fails at once, and no command is sent twice.
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
  // A primary that the sentinels have replaced may still run, and take writes that no other client sees.
  failoverDetector: true,
  // The RESP version that every Redis, every Valkey and every proxy supports.
  protocol: 2,
};

/** A connection that is restored whenever it is lost, until it is closed. */
export interface Connection {
  readonly client: Client;
  /** Disconnects and connects again, to the server that is the primary by then. */
  renew(): void;
  close(): void;
}

/**
 * Connects in the background. If the URL names sentinels, each connection attempt asks them for the primary.
 *
 * @param url a URL that {@link readRedisUrl} accepts
 * @param reconnectOnError whether to reconnect after an error answer, because another server should be used
 */
export function connect(url: string, reconnectOnError?: (error: Error) => boolean): Connection {
  const address = readRedisUrl(url);
  if (address === null) throw new Error("This is no URL of a Redis");
  const clientOptions = { ...options, reconnectOnError: reconnectOnError ?? null };
  const client =
    address.kind === "direct"
      ? new Client(address.url, clientOptions)
      : new Client({ ...clientOptions, ...address.options });
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

/** The unique id of a Redis server process; null when the server does not report it. */
export async function serverId(client: Client): Promise<string | null> {
  try {
    return /run_id:(\w+)/.exec(await client.info("server"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** A server that was full has room again when less than this share of its memory is in use. */
const HAS_ROOM = 0.95;

/**
 * Whether the server has memory for writes. A full server may still accept small writes while it refuses larger ones. A
 * server that evicts keys always has room.
 */
export async function hasRoom(client: Client): Promise<boolean> {
  const memory = await client.info("memory").catch(() => "");
  if (!memory.includes("maxmemory_policy:noeviction")) return true;
  const read = (name: string) => Number(RegExp(`^${name}:(\\d+)`, "m").exec(memory)?.[1] ?? 0);
  return read("maxmemory") === 0 || read("used_memory") < HAS_ROOM * read("maxmemory");
}

/** Interval of pings. A subscriber that sends nothing would not notice a broken connection. */
const HEARTBEAT_MS = 2_000;

export interface Subscriber {
  /** Receives a message. Messages that are published while the connection is lost are missed. */
  onMessage(message: string): void;
}

export interface Subscriptions {
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /** Listens at the server with this {@link serverId}, to which messages are published. It changes after a failover. */
  follow(server: string | null): void;
  close(): void;
}

/**
 * Listens on one connection, which is opened with the first subscription, and subscribes again after each reconnection.
 * The connection serves nothing else, because a subscribed Redis connection cannot run other commands.
 */
export function createSubscriptions(connect: () => Connection): Subscriptions {
  const channels = new Map<string, Set<Subscriber>>();
  let open: { connection: Connection; heartbeat: NodeJS.Timeout } | null = null;
  /** Resolves to the id of the server that the connection listens at; null while there is no connection. */
  let server: Promise<string | null> | null = null;

  const ifReady = (act: (client: Client) => Promise<unknown>) => {
    if (open?.connection.client.status !== "ready") return;
    const { connection } = open;
    // After a failed command the connection is restored, which subscribes to all channels again.
    act(connection.client).catch(() => connection.renew());
  };

  async function resume(client: Client): Promise<void> {
    server = serverId(client);
    if (channels.size > 0) await client.subscribe(...channels.keys());
  }

  function listen(): void {
    if (open !== null) return;
    const connection = connect();
    const { client } = connection;
    client.on("error", () => undefined);
    client.on("close", () => (server = null));
    client.on("ready", () => ifReady(resume));
    client.on("message", (channel: string, message: string) => {
      for (const subscriber of channels.get(channel) ?? []) subscriber.onMessage(message);
    });
    const ping = () => ifReady((client) => client.ping());
    open = { connection, heartbeat: setInterval(ping, HEARTBEAT_MS).unref() };
  }

  return {
    subscribe(channel, subscriber) {
      const subscribers = channels.get(channel) ?? new Set();
      subscribers.add(subscriber);
      if (!channels.has(channel)) {
        channels.set(channel, subscribers);
        ifReady((client) => client.subscribe(channel));
      }
      listen();
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0 || !channels.delete(channel)) return;
        ifReady((client) => client.unsubscribe(channel));
      };
    },
    follow(id) {
      const pending = server;
      void pending?.then((currentId) => {
        // If the connection was restored meanwhile, `resume` has asked for the new id.
        if (pending === server && (id === null || currentId !== id)) open?.connection.renew();
      });
    },
    close() {
      if (open === null) return;
      clearInterval(open.heartbeat);
      open.connection.close();
    },
  };
}
