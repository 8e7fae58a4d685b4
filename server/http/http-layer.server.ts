import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Metrics } from "../operations/metrics.server";
import { answerOperation, OPERATION_PATHS, type Operations } from "../operations/operations.server";
import { type Logger, logError } from "../process/logger.server";
import { withRequestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { createAccessLog } from "./access-log.server";
import { wishesOf, type LanguageWishes } from "./chosen-language.server";
import { findRefusal, limitBody, METHODS, refuse, type Refusal } from "./guard/refusals.server";
import { sendServerError, type SmallPage } from "./guard/small-page.server";
import { answerUnreadable } from "./guard/unreadable-requests.server";
import { sendMade, type MadePages } from "./made-pages.server";
import type { RouteTable } from "./route-table.server";
import { prepareHeaders } from "./security-headers.server";
import { createReception, type Visit } from "./visit.server";

export interface HttpLayerOptions {
  settings: Pick<Settings, "siteName" | "siteUrl" | "trustedProxies"> & Operations["settings"];
  logger: Logger;
  metrics: Metrics;
  health: Operations["health"];
  /** Whether the process is overloaded. */
  lags: () => boolean;
  /** Aborts when the process begins to drain: connections then close after their responses. */
  draining: AbortSignal;
  routes: Pick<RouteTable, "label">;
  madePages: MadePages;
  /** Translates a refusal at addresses that are offered in several languages; returns null elsewhere. */
  translateRefusal: (
    refusal: Refusal,
    request: { path: string; wishes: LanguageWishes },
  ) => SmallPage | null;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

/**
 * Creates the layer that every request passes before Express, Vite or remix-serve. An error results in a response of
 * status 500 and a log line.
 *
 * @returns `mount`: puts the layer in front of a server's own listeners; `open`: the responses that have not ended
 */
export function createHttpLayer(options: HttpLayerOptions) {
  const { settings, logger, madePages, draining } = options;
  const { siteName } = settings;
  const receive = createReception(settings, logger);
  const conditions = { siteOrigin: settings.siteUrl.origin, lags: options.lags };
  const logOnClose = createAccessLog(logger, options.metrics, options.routes.label);
  const open = new Set<ServerResponse>();

  /** Answers a request, or hands it on to Express, which serves files, and then to Remix. */
  async function answer(visit: Visit, handOn: () => void): Promise<void> {
    const { request, response, context, path, address, isUnsafe } = visit;
    logOnClose(visit);
    const url = address instanceof URL && !isUnsafe ? address : null;

    // Public pages and views that are in memory are sent also under overload.
    const found = url && madePages.find(url, request.headers);
    if (found) return sendMade(visit, found);
    prepareHeaders(response, context, options);

    // Answered for any `Host`, also under overload and while the process drains.
    const operation = OPERATION_PATHS.find((candidate) => candidate === path);
    if (operation && !isUnsafe && address !== "too-long") {
      return answerOperation(operation, request, response, options, context);
    }
    if (isUnsafe) {
      response.setHeader("Vary", "Sec-Fetch-Site, Origin");
      limitBody(request, () => response.headersSent || turnAway(visit, "too-large"));
    }
    const refusal = findRefusal(visit, conditions);
    if (refusal !== null) return turnAway(visit, refusal);
    // `findRefusal` has checked the origin. Remix would check it again and answer an unreadable one with an empty 500.
    delete request.headers.origin;

    // Made once for all requests that wait for it.
    const made = url && (await madePages.make(url, request.headers));
    // Meanwhile the client may have left, or a body that is too large may have been refused.
    if (response.closed || response.writableEnded) return;
    if (made) return sendMade(visit, made);
    handOn();
  }

  function turnAway(visit: Visit, refusal: Refusal): void {
    const { request, response, context, path } = visit;
    try {
      if (refusal === "method") response.setHeader("Allow", METHODS.join(", "));
      const wishes = wishesOf(request.url ?? "", request.headers, context.secureCookies);
      const words = options.translateRefusal(refusal, { path, wishes });
      refuse(response, refusal, { ...context, siteName }, words);
    } catch (error) {
      fail(visit, error);
    }
  }

  function fail({ response, context }: Visit, error: unknown): void {
    withRequestContext(context, () => logError(logger, error));
    if (!response.headersSent) prepareHeaders(response, context, options);
    sendServerError(response, { ...context, siteName });
  }

  return {
    open: open as ReadonlySet<ServerResponse>,
    mount(server: Server): void {
      Object.assign(server, CONNECTION_LIMITS);
      const listeners = server.rawListeners("request");
      server.removeAllListeners("request");
      const take = (request: IncomingMessage, response: ServerResponse) => {
        open.add(response);
        response.on("close", () => open.delete(response));
        if (draining.aborted) response.shouldKeepAlive = false;
        const visit = receive(request, response);
        const handOn = () => {
          for (const listener of listeners) listener.call(server, request, response);
        };
        const run = () => answer(visit, handOn).catch((error: unknown) => fail(visit, error));
        void withRequestContext(visit.context, run);
      };
      server.on("request", take);
      // For an `Expect` that Node does not know. A server may ignore it (RFC 9110, section 10.1.1).
      server.on("checkExpectation", take);
      server.on("clientError", (error, socket) => answerUnreadable(error, socket, open));
    },
  };
}

/**
 * Limits of Node's HTTP server, times in milliseconds. Node checks for late requests only at intervals, and applies the
 * smaller of the first two to the head of a request. A connection is closed at the latest 15 s after the start of an
 * unfinished head and 30 s after the start of a request with an unfinished body. To be set before the server listens.
 */
const CONNECTION_LIMITS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
  /** In bytes. Twice Node's default, so that too long an address is answered by this product. */
  maxHeaderSize: 32 * 1024,
};
