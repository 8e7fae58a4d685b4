import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Logger } from "../process/logger.server";

/** A request as the sandbox's handlers get it. */
export interface SandboxRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  /** Reads the whole body. @throws RequestProblem when it is over 64 KiB */
  body(): Promise<Buffer>;
}

export interface SandboxAnswer {
  status: number;
  contentType: string;
  body: string;
}

export type Handler = (request: SandboxRequest) => Promise<SandboxAnswer> | SandboxAnswer;

/** Handlers by method and path, such as `GET /api/core/trips`. */
export type Routes = Readonly<Record<string, Handler>>;

/** Thrown for an invalid request. The response is a failed envelope with this status. */
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

/** The core API's envelope of a successful answer. */
export const envelope = (data: unknown) => jsonAnswer(200, { success: true, data });

const failedEnvelope = (status: number, error: string) =>
  jsonAnswer(status, { success: false, error });

/** Longer than clients keep idle connections, so that no connection is closed while a request arrives. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Creates the sandbox's HTTP server, which does not listen yet.
 *
 * @param routes its handlers; an unknown path is answered with 404, another method on a known path with 405
 * @param logger logs every request (path without query, which may contain text that a person typed)
 */
export function createHttpServer(routes: Routes, logger: Logger): Server {
  async function answer(path: string, query: string, message: IncomingMessage) {
    const handler = routes[`${message.method} ${path}`];
    if (handler === undefined) {
      const pathExists = Object.keys(routes).some((route) => route.endsWith(` ${path}`));
      return pathExists
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
