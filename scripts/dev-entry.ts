import type { Server } from "node:http";
import type { Plugin } from "vite";

/** What of the product's entry the development server needs; see `app/entry.server.tsx`. */
interface Build {
  entry: { module: { server: { mount: (server: Server) => void } } };
}

/**
 * Loads the product with the development server's first request and lets that request, too, come in through
 * the product's own HTTP layer. Left alone, Remix loads it when the request is already past that point.
 */
export function devEntry(): Plugin {
  return {
    name: "dev-entry",
    apply: "serve",
    configureServer(server) {
      const { httpServer, middlewares } = server;
      let mounted = false;
      middlewares.use((request, response, next) => {
        if (mounted || httpServer === null) return next();
        server.ssrLoadModule("virtual:remix/server-build").then((build) => {
          // The module is typed by its name only; HTTP/2, the other kind of server, is not configured.
          (build as unknown as Build).entry.module.server.mount(httpServer as Server);
          mounted = true;
          httpServer.emit("request", request, response);
        }, next);
      });
    },
  };
}
