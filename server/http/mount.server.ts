import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HttpLayer } from "./http-layer.server";

/**
 * Puts the HTTP layer in front of a server's own listeners.
 *
 * @returns a function that does so once per server, however often it is called
 */
export function createMount(layer: HttpLayer): (server: Server) => void {
  const mounted = new WeakSet<Server>();
  return (server) => {
    if (mounted.has(server)) return;
    mounted.add(server);
    const listeners = server.rawListeners("request");
    server.removeAllListeners("request");
    server.on("request", (request: IncomingMessage, response: ServerResponse) =>
      layer(request, response, () => {
        for (const listener of listeners) listener.call(server, request, response);
      }),
    );
  };
}

/**
 * Calls back with every HTTP server of this process as its first request arrives, before its listeners do.
 * `remix-serve` owns its server and offers no other place for a layer of ours.
 */
export function onServerInUse(callback: (server: Server) => void): void {
  subscribe("http.server.request.start", (message) => {
    // The channel's documented message: `{ request, response, socket, server }`.
    callback((message as { server: Server }).server);
  });
}
