import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Logger } from "../process/logger.server";

/** A request as the sandbox's handlers see it. */
export interface SandboxRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** The whole body; throws {@link RequestProblem} when it is over 64 KiB. */
  body(): Promise<Buffer>;
}

export interface SandboxAnswer {
  status: number;
  contentType: string;
  body: string;
}

export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer> | SandboxAnswer;

/** Handlers by method and path, `GET /api/core/trips`. */
export type Routes = Readonly<Record<string, Handler>>;

/** A request that cannot be answered as asked: becomes a failed envelope with this status. */
export class RequestProblem extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
    this.name = "RequestProblem";
  }
}

export function jsonAnswer(status: number, value: unknown): SandboxAnswer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

/** The core API's envelope of an answer. */
export const envelope = (data: unknown) => jsonAnswer(200, { success: true, data });

const failedEnvelope = (status: number, error: string) =>
  jsonAnswer(status, { success: false, error });

/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The sandbox's HTTP server, not yet listening.
 *
 * @param routes what it answers; an unknown path is 404, another method on a known path 405
 * @param logger told of every request (path without query, which may hold what a person typed)
 */
export function createHttpServer(routes: Routes, logger: Logger): Server {
  async function answer(path: string, query: string, message: IncomingMessage) {
    const handler = routes[`${message.method} ${path}`];
    if (handler === undefined) {
      const known = Object.keys(routes).some((route) => route.endsWith(` ${path}`));
      return known
        ? failedEnvelope(405, `${message.method} is not allowed here`)
        : failedEnvelope(404, "There is nothing here");
    }
    try {
      return await handler({
        query: new URLSearchParams(query),
        headers: message.headers,
        body: () => readBody(message),
      });
    } catch (error) {
      if (error instanceof RequestProblem) return failedEnvelope(error.status, error.message);
      logger.error({ err: error, path }, "sandbox failed");
      return failedEnvelope(500, "The sandbox failed");
    }
  }

  const server = createServer((message, response) => {
    const started = performance.now();
    const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(message.url ?? "") ?? [];
    void answer(path, query, message).then(({ status, contentType, body }) => {
      response.writeHead(status, {
        "Content-Type": contentType,
        "Content-Length": Buffer.byteLength(body),
        "Cache-Control": "no-store",
      });
      response.end(body);
      const milliseconds = Math.round(performance.now() - started);
      logger.debug({ method: message.method, path, status, milliseconds }, "sandbox answered");
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

const MAX_BODY_BYTES = 64 * 1024;

/** @throws RequestProblem with status 413 when the body is over 64 KiB */
async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new RequestProblem(413, "The body is over 64 KiB");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
