import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./free-port";

export type Fault =
  | { kind: "none" }
  /** Each piece of an answer comes late, and by a random part of the jitter later. */
  | { kind: "latency"; ms: number; jitterMs?: number }
  /** Connections are taken, and nothing passes. */
  | { kind: "hang" }
  /** The connection breaks when something is sent. */
  | { kind: "reset" }
  /** The connection breaks after so many bytes of an answer. */
  | { kind: "half"; bytes: number }
  /** A gateway answers instead, in HTTP. */
  | { kind: "too-many-requests"; retryAfterSeconds: number };

/**
 * Stands between the product and a server of any protocol on this machine, and does to the connections what networks
 * do. What a server itself may say wrong is `FaultyUpstream`'s.
 */
export class ChaosProxy {
  /** In force for open connections too, from the next piece on. */
  fault: Fault = { kind: "none" };

  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    /** The port that new connections lead to. */
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

  /** As if its server had died: everything that is open breaks, and nobody listens. */
  async stop(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    const server = connect(this.target, "127.0.0.1");
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    let turnedAway = false;
    client.on("data", (piece) => {
      // Whoever is turned away may still be sending.
      if (turnedAway) return;
      turnedAway = this.fault.kind === "too-many-requests";
      this.#ask(piece, client, server);
    });
    // One after the other, however late each is.
    let delivered = Promise.resolve();
    server.on("data", (piece) => {
      const { fault } = this;
      delivered = delivered.then(() => deliver(piece, client, fault));
    });
  }

  #ask(piece: Buffer, client: Socket, server: Socket): void {
    const { fault } = this;
    if (fault.kind === "hang") return;
    if (fault.kind === "reset") client.resetAndDestroy();
    else if (fault.kind === "too-many-requests") client.write(tooManyRequests(fault));
    else server.write(piece);
  }
}

async function deliver(piece: Buffer, client: Socket, fault: Fault): Promise<void> {
  if (fault.kind === "hang") return;
  if (fault.kind === "half") {
    client.write(piece.subarray(0, fault.bytes), () => client.resetAndDestroy());
  } else {
    if (fault.kind === "latency") await sleep(fault.ms + Math.random() * (fault.jitterMs ?? 0));
    client.write(piece);
  }
}

function tooManyRequests({ retryAfterSeconds }: { retryAfterSeconds: number }): string {
  const lines = ["HTTP/1.1 429 Too Many Requests", `Retry-After: ${retryAfterSeconds}`];
  return [...lines, "Content-Length: 0", "Connection: close", "", ""].join("\r\n");
}
