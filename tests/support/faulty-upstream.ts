import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { freePort } from "./free-port";
import { healthyCoreAnswer } from "./healthy-core-answers";

export type Behaviour =
  | { kind: "healthy"; after?: Promise<unknown> } // answers once `after` has settled
  | { kind: "stall" } // accepts the request and never answers
  | { kind: "hang-after-half" } // headers and half a body, then silence
  | { kind: "reset" } // closes the connection without an answer
  | { kind: "reset-after-half" }
  | { kind: "status"; status: number; json?: unknown; headers?: OutgoingHttpHeaders }
  | { kind: "json"; json: unknown } // 200 with this body
  | { kind: "failure"; error?: unknown } // 200 with success: false
  | { kind: "html"; status?: number } // an HTML page, by default with status 200
  | { kind: "endless" }; // a body that is streamed until the client disconnects

/** Chooses the behaviour for each call when it arrives. */
type Decision = (call: UpstreamCall) => Behaviour;

export interface UpstreamCall {
  method: string;
  /** Without the API's base path: `/dashboard/metrics`, `/auth/whatsapp/send-otp`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

const HALF = '{"success":true,"data":{"totalTrips":1,';
const CHUNK = Buffer.alloc(64 * 1024, "x");

/**
 * A real HTTP server in place of the company's APIs. Tests set its behaviour per path; it records every
 * call. Core paths are served under `/api/core`, auth paths under `/api/auth`, others at their own path.
 */
export class FaultyUpstream {
  readonly calls: UpstreamCall[] = [];
  #behaviours = new Map<string, Behaviour | Decision>();
  #server: Server | null = null;
  private constructor(readonly port: number) {}

  static async start(): Promise<FaultyUpstream> {
    const upstream = new FaultyUpstream(await freePort());
    await upstream.start();
    return upstream;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get coreApiUrl(): string {
    return `${this.origin}/api/core`;
  }

  /** Settings that make the server under test use this upstream for both APIs, without a sandbox. */
  get settings() {
    return { SANDBOX: "off", CORE_API_URL: this.coreApiUrl, AUTH_API_URL: this.origin };
  }

  /** Starts again on the same port, after {@link stop}. */
  async start(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const url = new URL(request.url ?? "/", this.origin);
        const call: UpstreamCall = {
          method: request.method ?? "GET",
          path: url.pathname.replace(/^\/api\/(core|auth)(?=\/)/, ""),
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        };
        this.calls.push(call);
        void answer(this.#behaviourOf(call), call, response);
      });
    });
    server.keepAliveTimeout = 60_000;
    server.listen(this.port, "127.0.0.1");
    await once(server, "listening");
    this.#server = server;
  }

  /** Stops listening and closes every open connection; new connections are refused. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }

  /** Sets how a path answers; `*` stands for every path without a behaviour of its own. */
  set(path: string, behaviour: Behaviour | Decision): void {
    this.#behaviours.set(path, behaviour);
  }

  /** Makes every path healthy again and clears the recorded calls. */
  reset(): void {
    this.#behaviours.clear();
    this.calls.length = 0;
  }

  count(path?: string): number {
    return path === undefined
      ? this.calls.length
      : this.calls.filter((call) => call.path === path).length;
  }

  #behaviourOf(call: UpstreamCall): Behaviour {
    const behaviour = this.#behaviours.get(call.path) ?? this.#behaviours.get("*");
    return (typeof behaviour === "function" ? behaviour(call) : behaviour) ?? { kind: "healthy" };
  }
}

async function answer(
  behaviour: Behaviour,
  call: UpstreamCall,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.kind) {
    case "healthy": {
      await behaviour.after;
      const body = healthyCoreAnswer(call.path, call.query);
      return body ? json(response, 200, body) : json(response, 404, { success: false });
    }
    case "stall":
      return;
    case "hang-after-half":
      response.writeHead(200, { "content-type": "application/json" }).write(HALF);
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "reset-after-half":
      response.writeHead(200, { "content-type": "application/json" });
      response.write(HALF, () => response.socket?.resetAndDestroy());
      return;
    case "status": {
      const { status, json: body, headers } = behaviour;
      if (body !== undefined) return json(response, status, body, headers);
      response.writeHead(status, { "content-type": "text/plain", ...headers }).end();
      return;
    }
    case "json":
      return json(response, 200, behaviour.json);
    case "failure":
      return json(response, 200, { success: false, error: behaviour.error });
    case "html":
      response.writeHead(behaviour.status ?? 200, { "content-type": "text/html" });
      response.end("<!doctype html><title>Sign in</title><p>Please sign in");
      return;
    case "endless":
      response.writeHead(200, { "content-type": "application/json" });
      await pipeline(Readable.from(endlessBody()), response).catch(() => undefined);
      return;
  }
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers?: OutgoingHttpHeaders,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function* endlessBody(): Generator<Buffer> {
  yield Buffer.from('{"success":true,"data":"');
  for (;;) yield CHUNK;
}
