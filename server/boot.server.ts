import type { ServerBuild } from "@remix-run/node";
import { logConsoleLines } from "./process/console-lines.server";
import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { CONNECTION_TIMEOUTS, takeConnections } from "./http/connections.server";
import { createBrowserReports } from "./http/browser-reports.server";
import { createDataRequestCheck } from "./http/data-requests.server";
import { createEventStreams, type EventPage } from "./http/event-streams.server";
import { createHttpLayer, type HttpLayerOptions } from "./http/http-layer.server";
import { createSharedAssets } from "./http/cache/shared-assets.server";
import { createResponseCaches } from "./http/cache/response-caches.server";
import { createRouteLabel } from "./http/route-label.server";
import { cachedPages } from "./operations/system-status.server";
import type { ChangingPage } from "./http/cache/view-cache.server";
import { GRACE_MS } from "./process/drain.server";
import { watchFileDescriptors } from "./process/file-descriptors.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { services, type Services } from "./services.server";
import { SettingsError } from "./process/settings.server";

/**
 * Starts the process once: services, the HTTP layer in front of whichever server serves this build, and
 * the orderly end. Leaves with status 1 and one message on standard error when the settings are not usable.
 *
 * @param options `build`: what Remix made of the routes, not read before the first request; `changing`: the
 *   page that changes with figures; `events`: where it hears of newer ones; `translateRefusal`: the words of
 *   refusals in other languages; `development`: whether Vite serves the
 *   modules, injects scripts and handles signals itself
 */
export function boot(options: {
  build: () => ServerBuild;
  changing: ChangingPage;
  events: EventPage;
  translateRefusal: HttpLayerOptions["translateRefusal"];
  development: boolean;
}) {
  return oncePerProcess("boot", () => start(options));
}

function start({
  build,
  changing,
  events,
  translateRefusal,
  development,
}: Parameters<typeof boot>[0]) {
  const own = servicesOrExit();
  const { settings, logger, metrics, drain, admission, health, status, assetsFolder, started } =
    own;
  // The routes import this module's importer, so they are not there yet.
  const addresses = lazily(() => ({
    ...build().routes,
    events: { id: "events", path: events.path.slice(1), module: {} },
  }));
  const routeLabel = lazily(() => createRouteLabel(addresses()));
  const isDataOfNoPage = lazily(() => createDataRequestCheck(addresses()));
  const { siteUrl: origin } = settings;
  const isPersonal = (cookies: string | undefined) =>
    own.toasts.isWaiting(cookies) || own.contactSent.isWaiting(cookies);
  const sharedAssets = assetsFolder && createSharedAssets(assetsFolder);
  // While developing every page is made anew.
  const caches = development
    ? null
    : createResponseCaches({
        build,
        changing,
        isPersonal,
        origin,
        sharedAssets,
        renderTurn: admission.resume,
        logger,
      });
  if (caches) {
    metrics.watch({ pageCache: () => caches.counts() });
    status.watchCachedPages(() => cachedPages(caches.counts()));
  }
  const layer = createHttpLayer({
    settings,
    logger,
    metrics,
    reports: createBrowserReports({
      metrics,
      limits: own.reportLimits,
      pageLabel: (path) => routeLabel()(path),
    }),
    health,
    operators: own.operators,
    draining: drain.signal,
    events: {
      path: events.path,
      answer: createEventStreams({
        ...events,
        news: own.refreshEvents,
        places: own.eventStreams,
        draining: drain.signal,
      }),
    },
    admission,
    routeLabel: (path) => routeLabel()(path),
    isDataOfNoPage: (method, url) => isDataOfNoPage()(method, url),
    translateRefusal,
    cache: caches ?? { find: () => null, make: () => null },
    contentSecurityPolicy: !development,
  });
  const mounted = new WeakSet<Server>();
  const keepDescriptorsFree = watchFileDescriptors(logger);
  const mount = (server: Server) => {
    if (mounted.has(server)) return;
    mounted.add(server);
    drain.watch(takeConnections(server, layer));
    keepDescriptorsFree(server);
  };
  onServer(mount);
  // One forgotten promise is no reason to take the site down.
  process.on("unhandledRejection", (reason) => {
    logger.error(
      { stack: reason instanceof Error ? reason.stack : String(reason) },
      "unhandled rejection",
    );
  });
  for (const { name, text } of settings.warnings) logger.warn(`${name} ${text}`);
  if (settings.sessionSecretIsRandom) {
    logger.warn("SESSION_SECRET is not set: sessions end when this process does");
  }
  if (!development) {
    logConsoleLines(logger);
    process.on("SIGTERM", () => drain.begin(GRACE_MS));
    process.on("SIGINT", () => drain.begin(0));
  }
  return { settings, connectionTimeouts: CONNECTION_TIMEOUTS, mount, started };
}

/**
 * Calls back with every HTTP server of this process: as it begins to listen, because `remix-serve` owns its server and
 * offers no other place for a layer of ours; and as its first request arrives, before its listeners do, because the
 * development server listens before it has loaded this module.
 */
function onServer(callback: (server: Server) => void): void {
  for (const channel of ["tracing:net.server.listen:asyncStart", "http.server.request.start"]) {
    subscribe(channel, (message) => {
      // The documented messages of both have it; the first may be told of servers of other protocols.
      const { server } = message as { server: unknown };
      if (isHttpServer(server)) callback(server);
    });
  }
}

function isHttpServer(server: unknown): server is Server {
  return server instanceof Server;
}

function lazily<T>(build: () => T): () => T {
  let value: { built: T } | undefined;
  return () => (value ??= { built: build() }).built;
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
