import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { HttpLayer } from "./http-layer.server";

/**
 * Timeouts of Node's HTTP server, in milliseconds. Node checks for late requests only at intervals, and applies
 * the smaller of the first two to the head of a request. A connection is closed at the latest 15 s after the start of
 * an unfinished head and 30 s after the start of a request with an unfinished body.
 */
export const CONNECTION_TIMEOUTS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
};

/** Largest head of a request, in bytes. Twice Node's default, so that too long an address is answered by this product. */
const MAX_HEADER_SIZE = 32 * 1024;

/**
 * Puts the HTTP layer in front of a server's own listeners and sets the server's timeouts (their checking interval is
 * fixed once the server listens).
 */
export function mountHttpLayer(server: Server, layer: HttpLayer): void {
  Object.assign(server, CONNECTION_TIMEOUTS, { maxHeaderSize: MAX_HEADER_SIZE });
  const answering = new WeakSet<Duplex>();
  const listeners = server.rawListeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    answering.add(socket);
    response.on("close", () => answering.delete(socket));
    layer(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable && !answering.has(socket)) socket.end(unreadableAnswer(error));
    else socket.destroy();
  });
}

/** The statuses that Node has for requests that it cannot read; 400 for any other error. */
const UNREADABLE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** The answer to a request that Node cannot read, with a sentence: Node's own has none, and browsers show it as blank. */
function unreadableAnswer({ code = "" }: NodeJS.ErrnoException): string {
  const status = UNREADABLE[code] ?? 400;
  const text =
    status === 431
      ? "The request and its cookies are too long.\n"
      : "The request cannot be read.\n";
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${text.length}`,
    "Cache-Control: no-store",
    "Connection: close",
    "",
    text,
  ].join("\r\n");
}
