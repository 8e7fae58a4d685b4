import type { IncomingMessage, Server, ServerResponse } from "node:http";
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
  const listeners = server.rawListeners("request");
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    layer(request, response, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}
