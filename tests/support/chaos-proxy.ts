import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port";

export type Fault =
  | { kind: "none" }
  /** Delays each chunk of a response by `ms` plus a random part of `jitterMs`. */
  | { kind: "latency"; ms: number; jitterMs?: number }
  /** Accepts connections and forwards nothing. */
  | { kind: "hang" }
  /** Resets the connection when the client sends something. */
  | { kind: "reset" }
  /** Resets the connection after this many bytes of a response chunk. */
  | { kind: "half"; bytes: number }
  /** Answers in HTTP instead of the server, like a gateway. */
  | { kind: "too-many-requests"; retryAfterSeconds: number };

/**
 * TCP proxy in front of a local server of any protocol that simulates network faults. Wrong answers of a
 * server itself are simulated by `FaultyUpstream`.
 */
export class ChaosProxy {
  /** Applies to open connections too, from their next chunk. */
  fault: Fault = { kind: "none" };

  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    /** The port that new connections are forwarded to. */
    public target: number,
  ) {
    this.#server = createServer((client) => this.#join(client));
  }

  static async before(target: number): Promise<ChaosProxy> {
    const proxy = new ChaosProxy(await freePort(), target);
    await proxy.startAgain();
    return proxy;
  }

  get listens(): boolean {
    return this.#server.listening;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens again on the same port, after {@link stop}. */
  async startAgain(): Promise<void> {
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** Like a dead server: closes every open connection and stops listening. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect(this.target, "127.0.0.1");
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
    let rejected = false;
    client.on("data", (chunk) => {
      // A rejected client may still be sending.
      if (rejected) return;
      rejected = this.fault.kind === "too-many-requests";
      this.#forward(chunk, client, server);
    });
    // Chunks stay in order, whatever the delay of each is.
    let delivered = Promise.resolve();
    server.on("data", (chunk) => {
      const { fault } = this;
      delivered = delivered.then(() => deliver(chunk, client, fault));
    });
  }

  #forward(chunk: Buffer, client: Socket, server: Socket): void {
    const { fault } = this;
    if (fault.kind === "hang") return;
    if (fault.kind === "reset") client.resetAndDestroy();
    else if (fault.kind === "too-many-requests") client.write(tooManyRequests(fault));
    else server.write(chunk);
  }
}

async function deliver(chunk: Buffer, client: Socket, fault: Fault): Promise<void> {
  if (fault.kind === "hang") return;
  if (fault.kind === "half") {
    client.write(chunk.subarray(0, fault.bytes), () => client.resetAndDestroy());
  } else {
    if (fault.kind === "latency") await sleep(fault.ms + Math.random() * (fault.jitterMs ?? 0));
    client.write(chunk);
  }
}

function tooManyRequests({ retryAfterSeconds }: { retryAfterSeconds: number }): string {
  const lines = ["HTTP/1.1 429 Too Many Requests", `Retry-After: ${retryAfterSeconds}`];
  return [...lines, "Content-Length: 0", "Connection: close", "", ""].join("\r\n");
}
