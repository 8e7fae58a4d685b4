import { logConsoleLines } from "./console-lines.server";
import { createHttpLayer } from "./http/http-layer.server";
import { createMount, onServerInUse } from "./http/mount.server";
import { createRouteLabel, type RouteEntry } from "./http/route-label.server";
import { GRACE_MS } from "./drain.server";
import { oncePerProcess } from "./once-per-process.server";
import { services, type Services } from "./services.server";
import { SettingsError } from "./settings.server";

/**
 * Starts the process once: services, the HTTP layer in front of whichever server serves this build, and
 * the orderly end. Leaves with status 1 and one message on standard error when the settings are not usable.
 *
 * @param options `routes`: the Remix routes, not read before the first request; `development`: whether
 *   Vite serves the modules, injects scripts and handles signals itself
 */
export function boot(options: {
  routes: () => Record<string, RouteEntry | undefined>;
  development: boolean;
}) {
  return oncePerProcess("boot", () => start(options));
}

function start({ routes, development }: Parameters<typeof boot>[0]) {
  const { settings, logger, metrics, drain, health, started } = servicesOrExit();
  let routeLabel: ((path: string) => string) | undefined;
  const layer = createHttpLayer({
    settings,
    logger,
    metrics,
    health,
    draining: drain.signal,
    // The routes import this module's importer, so they are not there yet.
    routeLabel: (path) => (routeLabel ??= createRouteLabel(routes()))(path),
    contentSecurityPolicy: !development,
  });
  const putInFront = createMount(layer);
  const mount = (server: Parameters<typeof putInFront>[0]) => {
    putInFront(server);
    drain.watch(server);
  };
  onServerInUse(mount);
  // One forgotten promise is no reason to take the site down.
  process.on("unhandledRejection", (reason) => {
    logger.error(
      { stack: reason instanceof Error ? reason.stack : String(reason) },
      "unhandled rejection",
    );
  });
  if (settings.sessionSecretIsRandom) {
    logger.warn("SESSION_SECRET is not set: sessions end when this process does");
  }
  if (!development) {
    logConsoleLines(logger);
    process.on("SIGTERM", () => drain.begin(GRACE_MS));
    process.on("SIGINT", () => drain.begin(0));
  }
  return { settings, mount, started };
}

function servicesOrExit(): Services {
  try {
    return services();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
