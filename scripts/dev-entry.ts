import type { Server } from "node:http";
import type { Plugin } from "vite";

/** The part of the server entry that the development server needs; see `app/entry.server.tsx`. */
interface Build {
  entry: { module: { server: { mount: (server: Server) => void } } };
}

/**
 * Loads the product on the development server's first request, and passes that request, too, through the
 * product's HTTP layer. By default Remix loads the product only after a request has passed that point.
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
          // The module's type is unknown. The server cannot be an HTTP/2 server, because none is configured.
          (build as unknown as Build).entry.module.server.mount(httpServer as Server);
          mounted = true;
          httpServer.emit("request", request, response);
        }, next);
      });
    },
  };
}
