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

/** The id of a server process, which no other process has; null where the server does not tell. */
export async function serverId(client: Client): Promise<string | null> {
  try {
    return /run_id:(\w+)/.exec(await client.info("server"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** A server that was full counts as full until so much of its memory is in use. */
const HAS_ROOM = 0.95;

/**
 * False for a full server. Small writes find room in it now and then, while larger ones are refused. A server that
 * makes room by eviction is always full, and takes writes.
 */
export async function hasRoom(client: Client): Promise<boolean> {
  const memory = await client.info("memory").catch(() => "");
  if (!memory.includes("maxmemory_policy:noeviction")) return true;
  const read = (name: string) => Number(RegExp(`^${name}:(\\d+)`, "m").exec(memory)?.[1] ?? 0);
  return read("maxmemory") === 0 || read("used_memory") < HAS_ROOM * read("maxmemory");
}

/** How often the connection is pinged: a listener that sends nothing would not notice a cut cable. */
const HEARTBEAT_MS = 2_000;

export interface Subscriber {
  /** Messages that are sent while the connection is away are missed. */
  onMessage(message: string): void;
}

export interface Subscriptions {
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /** Listens at the server that messages are sent to, by its {@link serverId}. After a failover that is another one. */
  follow(server: string | null): void;
  close(): void;
}

/**
 * Listens on one connection, which is opened with the first subscription, and subscribes again after each reconnection.
 * It is a connection of its own, because one that listens can do nothing else.
 */
export function createSubscriptions(connect: () => Connection): Subscriptions {
  const channels = new Map<string, Set<Subscriber>>();
  let open: { connection: Connection; heartbeat: NodeJS.Timeout } | null = null;
  /** The id of the server that the connection listens at. */
  let server: Promise<string | null> | null = null;

  const ifReady = (act: (client: Client) => Promise<unknown>) => {
    if (open?.connection.client.status !== "ready") return;
    const { connection } = open;
    // After a failed command the connection is made anew, and everything is subscribed again.
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
    const beat = () => ifReady((one) => one.ping());
    open = { connection, heartbeat: setInterval(beat, HEARTBEAT_MS).unref() };
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
      const asked = server;
      void asked?.then((known) => {
        // A connection that was made anew meanwhile asks for the id itself.
        if (asked === server && (id === null || known !== id)) open?.connection.renew();
      });
    },
    close() {
      if (open === null) return;
      clearInterval(open.heartbeat);
      open.connection.close();
    },
  };
}
