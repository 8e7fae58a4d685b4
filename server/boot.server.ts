import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createBrowserReports } from "./http/browser-reports.server";
import { createSharedAssets, readCachedFiles } from "./http/cache/cached-files.server";
import {
  createResponseCache,
  type ChangingPage,
  type ResponseCacheOptions,
} from "./http/cache/response-cache.server";
import { CONNECTION_TIMEOUTS, takeConnections } from "./http/connections.server";
import { createEventStreams, type EventPage } from "./http/event-streams.server";
import { createHttpLayer, OWN_PATHS, type HttpLayerOptions } from "./http/http-layer.server";
import { createRouteTable } from "./http/route-table.server";
import { buildId } from "./process/build-id.server";
import { watchFileDescriptors } from "./process/file-descriptors.server";
import { logConsoleLines } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { impersonalContext, withRequestContext } from "./process/request-context.server";
import { readSettings, SettingsError, type Settings } from "./process/settings.server";
import { createServices } from "./services.server";

/** What the server has to know of the site's pages. */
export interface SitePages {
  /** What Remix made of the routes; not read before the first request. */
  build: () => ServerBuild;
  /** The page that changes with figures. */
  changing: ChangingPage;
  /** The address at which that page is told of newer figures. */
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
  const buildName = buildId(development);
  const services = createServices(settings, buildName);
  services.logger.info({ build: buildName }, "starting");
  const { logger, metrics, drain, admission, assetsFolder } = services;
  // The address of events has no page, and so no data of one.
  const eventRoute = { path: events.path.slice(1), module: {} };
  const routes = createRouteTable(() => ({ ...build().routes, eventRoute }), OWN_PATHS);
  // The development server makes every page anew.
  const cache = development
    ? null
    : createResponseCache({
        files: readCachedFiles(),
        sharedAssets: assetsFolder && createSharedAssets(assetsFolder),
        publicPage: routes.publicPage,
        changing,
        personal: [services.toasts.isWaiting, services.contactSent.isWaiting],
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
    drain.watch(takeConnections(server, layer));
    keepDescriptorsFree(server);
  };
  onServer(development, mount);
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

/** Makes what renders for nobody in particular. The build is not loaded before its first call. */
function renderWith(
  build: () => ServerBuild,
  origin: URL,
  turn: (network: string) => Promise<boolean>,
): ResponseCacheOptions["render"] {
  let handle: ReturnType<typeof createRequestHandler> | undefined;
  return async (target, cookie, network) => {
    const handler = (handle ??= createRequestHandler(build(), "production"));
    const request = new Request(new URL(target, origin), { headers: { cookie } });
    const context = impersonalContext("cache", network, turn);
    const response = await withRequestContext(context, () => handler(request));
    return { response, nonce: context.nonce };
  };
}

/**
 * Calls back with every HTTP server of this process as it begins to listen, because `remix-serve` owns its server and
 * offers no other place for a layer of ours. The development server listens before it has loaded this module, so there
 * the first request tells of it, before its listeners are called.
 */
function onServer(development: boolean, callback: (server: Server) => void): void {
  const channel = development
    ? "http.server.request.start"
    : "tracing:net.server.listen:asyncStart";
  subscribe(channel, (message) => {
    // The messages of both channels have a server, which on the second may speak another protocol.
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
