import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** What happens to the answers that pass: they take so many milliseconds, or end with the first byte. */
export type Passage = { delayMs: number } | "cut";

/** A port in front of another one, whose answers can be delayed or cut off. What is open stays with its target. */
export class TcpProxy {
  passage: Passage = { delayMs: 0 };
  readonly #sockets = new Set<Socket>();

  private constructor(
    readonly port: number,
    readonly server: Server,
    /** Where new connections lead to: a port of this machine. */
    public target: number,
  ) {}

  static async start(target: number): Promise<TcpProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
    const proxy = new TcpProxy(port, server, target);
    server.on("connection", (inward: Socket) => proxy.#pass(inward));
    return proxy;
  }

  #pass(inward: Socket): void {
    const outward = connect(this.target, "127.0.0.1");
    for (const [socket, other] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    inward.pipe(outward);
    outward.on("data", (answer: Buffer) => {
      if (this.passage === "cut") {
        inward.end(answer.subarray(0, 1));
        return;
      }
      const { delayMs } = this.passage;
      if (delayMs === 0) inward.write(answer);
      else setTimeout(() => inward.writable && inward.write(answer), delayMs);
    });
  }

  async stop(): Promise<void> {
    this.server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.server, "close");
  }
}
