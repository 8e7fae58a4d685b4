import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Logger } from "../process/logger.server";
import {
  failedEnvelope,
  readBody,
  RequestProblem,
  type Routes,
  type SandboxAnswer,
} from "./json-exchange";

/** Longer than clients keep idle connections, so that none is closed under a request. */
const KEEP_ALIVE_MS = 75_000;

/**
 * The sandbox's HTTP server, not yet listening.
 *
 * @param routes what it answers; an unknown path is 404, another method on a known path 405
 * @param logger told of every request (path without query, which may hold what a person typed)
 */
export function createHttpServer(routes: Routes, logger: Logger): Server {
  const server = createServer((message, response) => {
    const started = performance.now();
    const method = message.method ?? "GET";
    const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(message.url ?? "") ?? [];
    void answer(routes, { method, path, query, message }, logger).then(
      ({ status, contentType, body }) => {
        response.writeHead(status, {
          "Content-Type": contentType,
          "Content-Length": Buffer.byteLength(body),
          "Cache-Control": "no-store",
        });
        response.end(body);
        const milliseconds = Math.round(performance.now() - started);
        logger.debug({ method, path, status, milliseconds }, "sandbox answered");
      },
    );
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

interface Arrival {
  method: string;
  path: string;
  query: string;
  message: IncomingMessage;
}

async function answer(
  routes: Routes,
  { method, path, query, message }: Arrival,
  logger: Logger,
): Promise<SandboxAnswer> {
  const handler = routes[`${method} ${path}`];
  if (handler === undefined) {
    const known = Object.keys(routes).some((route) => route.endsWith(` ${path}`));
    return known
      ? failedEnvelope(405, `${method} is not allowed here`)
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
