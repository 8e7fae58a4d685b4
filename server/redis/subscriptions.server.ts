import type { Redis as Client } from "ioredis";

/** How often the connection is asked for a sign of life: a listener hears nothing of a cable that was cut. */
const HEARTBEAT_MS = 2_000;

export interface Subscriber {
  onMessage(message: string): void;
  /** The connection was away and is back: messages may have been missed. */
  onGap?(): void;
}

export interface Subscriptions {
  subscribe(channel: string, subscriber: Subscriber): () => void;
  close(): void;
}

/**
 * Listens on one connection, which is opened with the first subscription; a connection that listens can do nothing
 * else. After each reconnection it subscribes again.
 */
export function createSubscriptions(connect: () => Client): Subscriptions {
  const channels = new Map<string, Set<Subscriber>>();
  let connection: { client: Client; heartbeat: NodeJS.Timeout } | null = null;
  let wasReady = false;

  const ifReady = (act: (client: Client) => Promise<unknown>) => {
    if (connection?.client.status !== "ready") return;
    const { client } = connection;
    // A connection that fails closes, and everything is subscribed again with the next one.
    act(client).catch(() => client.disconnect(true));
  };

  async function resume(client: Client): Promise<void> {
    if (channels.size > 0) await client.subscribe(...channels.keys());
    if (wasReady) {
      for (const subscribers of channels.values()) {
        for (const subscriber of subscribers) subscriber.onGap?.();
      }
    }
    wasReady = true;
  }

  function open(): void {
    if (connection !== null) return;
    const client = connect();
    client.on("error", () => undefined);
    client.on("ready", () => ifReady(resume));
    client.on("message", (channel: string, message: string) => {
      for (const subscriber of channels.get(channel) ?? []) subscriber.onMessage(message);
    });
    const beat = () => ifReady((one) => one.ping());
    connection = { client, heartbeat: setInterval(beat, HEARTBEAT_MS).unref() };
  }

  return {
    subscribe(channel, subscriber) {
      const subscribers = channels.get(channel) ?? new Set();
      subscribers.add(subscriber);
      if (!channels.has(channel)) {
        channels.set(channel, subscribers);
        ifReady((client) => client.subscribe(channel));
      }
      open();
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0 || !channels.delete(channel)) return;
        ifReady((client) => client.unsubscribe(channel));
      };
    },
    close() {
      if (connection === null) return;
      clearInterval(connection.heartbeat);
      connection.client.disconnect();
    },
  };
}
