import type { ServerBuild } from "@remix-run/node";
import { logConsoleLines } from "./process/logger.server";
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
import { createServices } from "./services.server";
import { readSettings, SettingsError, type Settings } from "./process/settings.server";

/** What the server has to know of the site's pages. */
export interface SitePages {
  /** What Remix made of the routes; not read before the first request. */
  build: () => ServerBuild;
  /** The page that changes with figures. */
  changing: ChangingPage;
  /** The address at which that page hears of newer figures. */
  events: EventPage;
  /** The words of refusals in other languages. */
  translateRefusal: HttpLayerOptions["translateRefusal"];
  /** Whether Vite serves the modules, injects scripts and handles signals itself. */
  development: boolean;
}

/**
 * Starts the process once: settings, services, the HTTP layer in front of whichever server serves this build, and
 * the orderly end. Leaves with status 1 and one message on standard error when the settings are not usable.
 */
export function boot(pages: SitePages) {
  return oncePerProcess("boot", () => start(pages));
}

function start({ build, changing, events, translateRefusal, development }: SitePages) {
  const settings = settingsOrExit();
  const services = createServices(settings);
  const { logger, metrics, drain, admission, status, assetsFolder, toasts, contactSent } = services;
  // Made at the first request: the build imports the module that called `boot`, so its routes are not loaded yet.
  const routes = lazily(() => {
    const page = { id: "events", path: events.path.slice(1), module: {} };
    const known = { ...build().routes, events: page };
    return { label: createRouteLabel(known), isDataOfNoPage: createDataRequestCheck(known) };
  });
  const routeLabel = (path: string) => routes().label(path);
  // The development server makes every page anew.
  const caches = development
    ? null
    : createResponseCaches({
        build,
        changing,
        isPersonal: (cookies) => toasts.isWaiting(cookies) || contactSent.isWaiting(cookies),
        origin: settings.siteUrl,
        sharedAssets: assetsFolder && createSharedAssets(assetsFolder),
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
      limits: services.reportLimits,
      pageLabel: routeLabel,
    }),
    health: services.health,
    operators: services.operators,
    draining: drain.signal,
    events: {
      path: events.path,
      answer: createEventStreams({
        ...events,
        news: services.refreshEvents,
        places: services.eventStreams,
        draining: drain.signal,
      }),
    },
    admission,
    routeLabel,
    isDataOfNoPage: (method, url) => routes().isDataOfNoPage(method, url),
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
  // By default Node ends the process at a rejection that nothing handles.
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
  return { settings, connectionTimeouts: CONNECTION_TIMEOUTS, mount, started: services.started };
}

/**
 * Calls back with every HTTP server of this process: as it begins to listen, because `remix-serve` owns its server and
 * offers no other place for a layer of ours; and as its first request arrives, before its listeners do, because the
 * development server listens before it has loaded this module.
 */
function onServer(callback: (server: Server) => void): void {
  for (const channel of ["tracing:net.server.listen:asyncStart", "http.server.request.start"]) {
    subscribe(channel, (message) => {
      // The messages of both channels have a server, which on the first may speak another protocol.
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

function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
