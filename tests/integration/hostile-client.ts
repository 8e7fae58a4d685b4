import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { HostileRequest } from "./hostile-requests";

export interface Answer {
  status: number;
  retryAfter: string | undefined;
  location: string | undefined;
  body: string;
}

/** Sends requests over one connection, so that each answer has to leave it usable for the next. */
export class HostileClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: string;

  /** @param origin of the server */
  constructor(origin: string) {
    this.#port = new URL(origin).port;
  }

  async send({ method, path, headers, body }: HostileRequest): Promise<Answer> {
    const outgoing = request({ port: this.#port, path, method, headers, agent: this.#agent });
    // Node gives some methods' bodies no length by itself.
    if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body, "latin1"));
    outgoing.end(body, "latin1");
    const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
    return {
      status: incoming.statusCode ?? 0,
      retryAfter: incoming.headers["retry-after"],
      location: incoming.headers.location,
      body: await text(incoming),
    };
  }

  close(): void {
    this.#agent.destroy();
  }
}
