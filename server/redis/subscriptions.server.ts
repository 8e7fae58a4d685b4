import type { Redis as Client } from "ioredis";
import { serverId, type Connection } from "./connection.server";

/** How often the connection is pinged: a listener that sends nothing would not notice a cut cable. */
const HEARTBEAT_MS = 2_000;

export interface Subscriber {
  /** Messages that are sent while the connection is away are missed. */
  onMessage(message: string): void;
}

export interface Subscriptions {
  subscribe(channel: string, subscriber: Subscriber): () => void;
  /**
   * Listens at the server that messages are sent to. After a failover that is another one.
   *
   * @param server the id of that server, by {@link serverId}; null when it is not known
   */
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
