import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createBrowserReports } from "./http/browser-reports.server";
import { createSharedAssets, readCachedFiles } from "./http/cache/cached-files.server";
import { createResponseCache, type ResponseCacheOptions } from "./http/cache/response-cache.server";
import type { ChangingPage } from "./http/cache/response-lookup.server";
import { CONNECTION_TIMEOUTS, mountHttpLayer } from "./http/connections.server";
import { createEventStreams, type EventPage } from "./http/event-streams.server";
import { createHttpLayer, OWN_PATHS, type HttpLayerOptions } from "./http/http-layer.server";
import { createRouteTable } from "./http/route-table.server";
import { buildId } from "./process/build-id.server";
import { watchFileDescriptors } from "./process/file-descriptors.server";
import { logConsoleLines } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { sharedContext, withRequestContext } from "./process/request-context.server";
import { readSettings, SettingsError, type Settings } from "./process/settings.server";
import { createServices } from "./services.server";

/** What the server needs to know about the site's pages. */
export interface SitePages {
  /** Returns Remix's server build. Not called before the first request. */
  build: () => ServerBuild;
  /** The page whose content changes with the dashboard's figures. */
  changing: ChangingPage;
  /** The event stream that notifies that page of newer figures. */
  events: EventPage;
  /** Translates the texts of refusals. */
  translateRefusal: HttpLayerOptions["translateRefusal"];
  /** Whether the Vite development server runs, which serves modules, injects scripts and handles signals. */
  development: boolean;
}

/**
 * Starts the process once: reads the settings, creates the services, mounts the HTTP layer on the server of this build,
 * and prepares the graceful shutdown. Exits with status 1 and one message on standard error for invalid settings.
 */
export function boot(pages: SitePages) {
  return oncePerProcess("boot", () => start(pages));
}

function start({ build, changing, events, translateRefusal, development }: SitePages) {
  const settings = settingsOrExit();
  const buildName = buildId(development);
  const services = createServices(settings, buildName);
  services.logger.info({ build: buildName }, "starting");
  const { logger, metrics, drain, admission, assetsFolder } = services;
  // The event stream is registered as a route without a page, so that its `.data` address is answered with 404.
  const eventRoute = { path: events.path.slice(1), module: {} };
  const routes = createRouteTable(() => ({ ...build().routes, eventRoute }), OWN_PATHS);
  // The development server has no response cache: it renders every page for every request.
  const cache = development
    ? null
    : createResponseCache({
        files: readCachedFiles(),
        sharedAssets: assetsFolder && createSharedAssets(assetsFolder),
        publicPage: routes.publicPage,
        changing,
        personal: [services.toasts.isWaiting],
        render: renderWith(build, settings.siteUrl, admission.resume),
        logger,
      });
  if (cache) metrics.watch({ pageCache: () => cache.counts() });
  const layer = createHttpLayer({
    settings,
    logger,
    metrics,
    reports: createBrowserReports({
      metrics,
      limits: services.reportLimits,
      pageLabel: routes.label,
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
    routes,
    translateRefusal,
    cache: cache ?? { find: () => null, make: () => null },
    contentSecurityPolicy: !development,
  });
  const mounted = new WeakSet<Server>();
  const keepDescriptorsFree = watchFileDescriptors(logger);
  const mount = (server: Server) => {
    if (mounted.has(server)) return;
    mounted.add(server);
    drain.watch(mountHttpLayer(server, layer));
    keepDescriptorsFree(server);
  };
  onServer(development, mount);
  // Without this listener Node would end the process on an unhandled rejection.
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
    process.on("SIGTERM", () => drain.begin(settings.drainGraceMs));
    process.on("SIGINT", () => drain.begin(0));
  }
  return {
    settings,
    buildName,
    connectionTimeouts: CONNECTION_TIMEOUTS,
    mount,
    started: services.started,
  };
}

/** Creates the function that renders pages for the cache, without a visitor's data. Its first call loads the build. */
function renderWith(
  build: () => ServerBuild,
  origin: URL,
  waitForTurn: (network: string) => Promise<boolean>,
): ResponseCacheOptions["render"] {
  let handle: ReturnType<typeof createRequestHandler> | undefined;
  return async (target, cookie, network) => {
    const handler = (handle ??= createRequestHandler(build(), "production"));
    const request = new Request(new URL(target, origin), { headers: { cookie } });
    const context = sharedContext("cache", network, waitForTurn);
    const response = await withRequestContext(context, () => handler(request));
    return { response, nonce: context.nonce };
  };
}

/**
 * Calls back with every HTTP server of this process when it begins to listen: `remix-serve` owns its server and offers
 * no other hook for our layer. The development server listens before it has loaded this module, so there the callback
 * runs at the first request, before the server's own listeners.
 */
function onServer(development: boolean, callback: (server: Server) => void): void {
  const channel = development
    ? "http.server.request.start"
    : "tracing:net.server.listen:asyncStart";
  subscribe(channel, (message) => {
    // Messages of both channels contain a server. On the `listen` channel it need not be an HTTP server.
    const { server } = message as { server: unknown };
    if (isHttpServer(server)) callback(server);
  });
}

function isHttpServer(server: unknown): server is Server {
  return server instanceof Server;
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
