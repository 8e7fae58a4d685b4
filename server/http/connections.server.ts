import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { DrainedServer } from "../process/drain.server";
import type { HttpLayer } from "./http-layer.server";

/** Most requests waiting on one connection. Browsers and proxies send one at a time; Node parses 2,000 at once. */
const MOST_WAITING = 64;

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

/** How long a closing server looks for requests on connections that it has accepted. */
const LAST_REQUESTS_MS = 250;

/**
 * Puts the HTTP layer in front of a server's own listeners and sets the server's timeouts (their checking interval is
 * fixed once the server listens).
 *
 * @returns the server's part in the drain
 */
export function mountHttpLayer(server: Server, layer: HttpLayer): DrainedServer {
  const open = new Set<ServerResponse>();
  let ending = false;

  Object.assign(server, CONNECTION_TIMEOUTS, { maxHeaderSize: MAX_HEADER_SIZE });
  const listeners = server.rawListeners("request");
  const inOrder = createConnectionQueues();
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    open.add(response);
    response.on("close", () => open.delete(response));
    if (ending) response.shouldKeepAlive = false;
    inOrder(request.socket, response, () => {
      layer(request, response, () => {
        for (const listener of listeners) listener.call(server, request, response);
      });
    });
  });

  return {
    endConnections() {
      ending = true;
      for (const response of open) response.shouldKeepAlive = false;
      // remix-serve closes its server on the same signal, and would not accept requests during the grace period.
      server.close = () => server;
    },
    async close() {
      await idleTurn();
      // Not the HTTP server's own `close`, which also ends connections whose next request is not read yet.
      NetServer.prototype.close.call(server);
      do await delay(LAST_REQUESTS_MS);
      while (open.size > 0);
    },
  };
}

/** Waits until no connection waits to be accepted, because closing would reset it. On a busy server for one second. */
async function idleTurn(): Promise<void> {
  const latest = performance.now() + 1000;
  for (let began = 0; performance.now() - began > 1 && began < latest;) {
    began = performance.now();
    await nextTurn();
  }
}

/**
 * Creates a function that begins the requests of one connection one after another (RFC 9112, section 9.3.2): otherwise
 * a connection could start thousands at once. A connection with too many waiting requests is closed.
 */
function createConnectionQueues() {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (socket: Socket, response: ServerResponse, begin: () => void): void => {
    response.on("close", () => {
      const next = queues.get(socket)?.shift();
      if (next === undefined || socket.destroyed) queues.delete(socket);
      else next();
    });
    const waiting = queues.get(socket);
    if (waiting === undefined) {
      queues.set(socket, []);
      begin();
    } else if (waiting.push(begin) > MOST_WAITING) {
      socket.destroy();
    }
  };
}
