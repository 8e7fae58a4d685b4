import type { Redis as Client } from "ioredis";
import { serverId, type Connection } from "./connection.server";

/** How often the connection is asked for a sign of life: a listener hears nothing of a cable that was cut. */
const HEARTBEAT_MS = 2_000;

export interface Subscriber {
  /** Messages that are sent while the connection is away are missed. */
  onMessage(message: string): void;
}

export interface Subscriptions {
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /**
   * Goes where messages are sent, which after a failover is another server.
   *
   * @param server its id, by {@link serverId}
   */
  follow(server: string | null): void;
  close(): void;
}

/**
 * Listens on one connection, which is opened with the first subscription; a connection that listens can do nothing
 * else. After each reconnection it subscribes again.
 */
export function createSubscriptions(connect: () => Connection): Subscriptions {
  const channels = new Map<string, Set<Subscriber>>();
  let open: { connection: Connection; heartbeat: NodeJS.Timeout } | null = null;
  /** The id of the one it is at. */
  let server: Promise<string | null> | null = null;

  const ifReady = (act: (client: Client) => Promise<unknown>) => {
    if (open?.connection.client.status !== "ready") return;
    const { connection } = open;
    // A connection that fails closes, and everything is subscribed again with the next one.
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
        // One that has connected again meanwhile is where it should be.
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
