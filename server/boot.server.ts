import { subscribe } from "node:diagnostics_channel";
import { Server } from "node:http";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createHttpLayer, watchEventLoop, type HttpLayerOptions } from "./http/http-layer.server";
import { createMadePages, type MadePagesOptions } from "./http/made-pages.server";
import { logConsoleLines, logError } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { sharedContext, withRequestContext } from "./process/request-context.server";
import { readSettings, SettingsError, type Settings } from "./process/settings.server";
import { createServices } from "./services.server";

/** What the server needs to know about the site's pages. */
interface SitePages
  extends Pick<HttpLayerOptions, "refusalPage">, Pick<MadePagesOptions, "changing"> {
  /** Returns Remix's server build. Not called before the first request. */
  build: () => ServerBuild;
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

function start({ build, changing, refusalPage, development }: SitePages) {
  const settings = settingsOrExit();
  const services = createServices(settings, development);
  const { logger, drain } = services;
  logger.info({ build: services.build }, "starting");
  const routes = () => build().routes;
  const layer = createHttpLayer({
    ...services,
    lags: watchEventLoop(),
    draining: drain.signal,
    routes,
    refusalPage,
    // The development server renders every page for every request.
    madePages: development
      ? () => null
      : createMadePages({
          routes,
          changing,
          live: services.dashboard.view,
          isPersonal: services.toasts.isWaiting,
          render: renderWith(build, settings.siteUrl),
          logger,
        }),
    contentSecurityPolicy: !development,
  });
  onListen((server) => {
    layer.mount(server);
    drain.watch(server, layer.open);
  });
  // Without this listener Node would end the process on an unhandled rejection.
  process.on("unhandledRejection", (reason) => logError(logger, reason, "unhandled rejection"));
  for (const { name, text } of settings.warnings) logger.warn(`${name} ${text}`);
  if (settings.production && settings.placeholders.length > 0) {
    logger.warn({ names: settings.placeholders }, "example.com is published in place of these");
  }
  if (settings.sessionSecretIsRandom) {
    logger.warn("SESSION_SECRET is not set: sessions end when this process does");
  }
  if (!development) {
    logConsoleLines(logger);
    process.on("SIGTERM", () => drain.begin(settings.drainGraceMs));
    process.on("SIGINT", () => drain.begin(0));
  }
  return { settings, buildName: services.build, started: services.started };
}

/** Creates the function that renders pages for many visitors, without a visitor's data. Its first call loads the build. */
function renderWith(build: () => ServerBuild, origin: URL): MadePagesOptions["render"] {
  let handle: ReturnType<typeof createRequestHandler> | undefined;
  return async (target, cookie, network) => {
    const handler = (handle ??= createRequestHandler(build(), "production"));
    const request = new Request(new URL(target, origin), { headers: { cookie } });
    const context = sharedContext("cache", network);
    const response = await withRequestContext(context, () => handler(request));
    return { response, nonce: context.nonce };
  };
}

/**
 * Calls back with every HTTP server of this process when it begins to listen: remix-serve and Vite own their servers and
 * offer no other hook for our layer.
 */
function onListen(callback: (server: Server) => void): void {
  const mounted = new WeakSet<Server>();
  const isHttpServer = (server: unknown): server is Server => server instanceof Server;
  subscribe("tracing:net.server.listen:asyncStart", (message) => {
    // Messages of this channel contain a server, which need not be an HTTP server.
    const { server } = message as { server: unknown };
    if (!isHttpServer(server) || mounted.has(server)) return;
    mounted.add(server);
    callback(server);
  });
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
