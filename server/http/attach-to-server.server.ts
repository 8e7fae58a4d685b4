import { subscribe } from "node:diagnostics_channel";
import { Server, type IncomingMessage, type ServerResponse } from "node:http";
import { answerClientErrors } from "./guard/client-error.server";
import type { HttpLayer } from "./http-layer.server";
import { createPipelines } from "./pipelined-requests.server";

/**
 * Puts the HTTP layer in front of a server's own listeners, and gives it the product's timeouts. How often
 * they are looked at is fixed once the server listens.
 *
 * @returns a function that does so once per server, however often it is called
 */
export function createAttachment(layer: HttpLayer): (server: Server) => void {
  const mounted = new WeakSet<Server>();
  const inOrder = createPipelines();
  return (server) => {
    if (mounted.has(server)) return;
    mounted.add(server);
    Object.assign(server, CONNECTION_TIMEOUTS);
    const listeners = server.rawListeners("request");
    server.removeAllListeners("request");
    answerClientErrors(server);
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      inOrder(request, response, () =>
        layer(request, response, () => {
          for (const listener of listeners) listener.call(server, request, response);
        }),
      ),
    );
  };
}

/**
 * Calls back with every HTTP server of this process as it begins to listen. `remix-serve` owns its server and
 * offers no other place for a layer of ours.
 */
export function onServerListening(callback: (server: Server) => void): void {
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    // The channel's documented message: `{ server }`, which may be one of another protocol.
    const { server } = message as { server: unknown };
    if (isHttpServer(server)) callback(server);
  });
}

function isHttpServer(server: unknown): server is Server {
  return server instanceof Server;
}

/**
 * Calls back with every HTTP server of this process as its first request arrives, before its listeners do:
 * the development server listens before it has loaded this module.
 */
export function onServerInUse(callback: (server: Server) => void): void {
  subscribe("http.server.request.start", (message) => {
    // The channel's documented message: `{ request, response, socket, server }`.
    callback((message as { server: Server }).server);
  });
}

/**
 * How long a connection may take, in milliseconds, as options of Node's HTTP server. Node looks for late
 * requests only from time to time and takes the smaller of the first two for the head of a request: counted
 * to the end of the connection, an unfinished head has 15 s and an unfinished body 30 s.
 */
export const CONNECTION_TIMEOUTS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
};
