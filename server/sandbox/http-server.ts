import { createServer, type IncomingMessage, type Server } from "node:http";
import { Readable } from "node:stream";
import type { Logger } from "../process/logger.server";

export type Handler = (request: Request) => Promise<Response> | Response;

/** Handlers by method and path, such as `GET /api/core/trips`. A handler may throw its response. */
export type Routes = Readonly<Record<string, Handler>>;

/** The core API's envelope of a successful answer. */
export const envelope = (data: unknown) => Response.json({ success: true, data });

/** The core API's envelope of a failure. */
export const failedEnvelope = (status: number, error: string) =>
  Response.json({ success: false, error }, { status });

/** Longer than clients keep idle connections, so that no connection is closed while a request arrives. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Creates the sandbox's HTTP server, which does not listen yet.
 *
 * @param routes its handlers; an unknown path is answered with 404, another method on a known path with 405
 */
export function createHttpServer(routes: Routes, logger: Logger): Server {
  async function answer(message: IncomingMessage, path: string): Promise<Response> {
    const handler = routes[`${message.method} ${path}`];
    if (handler === undefined) {
      const pathExists = Object.keys(routes).some((route) => route.endsWith(` ${path}`));
      return pathExists
        ? failedEnvelope(405, `${message.method} is not allowed here`)
        : failedEnvelope(404, "There is nothing here");
    }
    try {
      return await handler(requestFrom(message));
    } catch (error) {
      if (error instanceof Response) return error;
      logger.error({ err: error, path }, "sandbox failed");
      return failedEnvelope(500, "The sandbox failed");
    }
  }

  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (message, response) => {
    const [path = ""] = message.url?.split("?", 1) ?? [];
    void answer(message, path).then(async (answered) => {
      response.setHeaders(answered.headers).setHeader("Cache-Control", "no-store");
      response.writeHead(answered.status).end(await answered.text());
    });
  });
}

function requestFrom(message: IncomingMessage): Request {
  const { method = "", url = "" } = message;
  return new Request(`http://sandbox${url}`, {
    method,
    // No header of a request is a list but `Set-Cookie`, which nobody sends.
    headers: message.headers as Record<string, string>,
    // Types describe Node's class of streams and the platform's as two.
    body: method === "GET" ? null : (Readable.toWeb(message) as ReadableStream),
    duplex: "half",
  });
}
