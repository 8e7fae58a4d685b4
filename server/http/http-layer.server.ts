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
import { answerUnreadable, CONNECTION_LIMITS } from "./guard/unreadable-requests.server";
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

/** A step returns this, or a promise of it, to leave the request to the next step. */
const PASS = "pass";

/** Answers a request, or returns {@link PASS}. May be asynchronous. */
type Step = (visit: Visit) => unknown;

/**
 * Creates the layer that every request passes before Express, Vite or remix-serve. An error thrown by a step results in
 * a response of status 500 and a log line.
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

  /** All steps of a request in their order, after its address, reference id and client are known. */
  const steps: readonly Step[] = [
    sendWhatIsInMemory,
    setHeaders,
    answerOperators,
    limitBodySize,
    refuseWhatIsNotAnswered,
    sendWhatCanBeMade,
  ];

  /** @param handOn passes the request to Express, which serves files, and then to Remix */
  async function pass(visit: Visit, handOn: () => void): Promise<void> {
    const { response } = visit;
    try {
      logOnClose(visit);
      for (const step of steps) {
        const outcome = step(visit);
        if (outcome === PASS) continue;
        if ((await outcome) !== PASS) return;
        // While the step waited, the client may have left, or a body that is too large may have been refused.
        if (response.closed || response.writableEnded) return;
      }
      handOn();
    } catch (error) {
      fail(visit, error);
    }
  }

  /** Sends public pages and views that are in memory, also under overload. */
  function sendWhatIsInMemory(visit: Visit): unknown {
    const { address, isUnsafe, request } = visit;
    if (isUnsafe || !(address instanceof URL)) return PASS;
    const made = madePages.find(address, request.headers);
    return made === null ? PASS : sendMade(visit, made);
  }

  /** Sets the headers of a response that is not in memory. */
  function setHeaders({ response, context }: Visit): typeof PASS {
    prepareHeaders(response, context, options);
    return PASS;
  }

  /** Answers `/healthz`, `/readyz` and `/metrics` for any `Host`, also under overload and while the process drains. */
  function answerOperators(visit: Visit): unknown {
    const { request, response, context, path } = visit;
    const operation = OPERATION_PATHS.find((candidate) => candidate === path);
    if (operation === undefined || visit.isUnsafe || visit.address === "too-long") return PASS;
    return answerOperation(operation, request, response, options, context);
  }

  /** Counts the bytes of a body, because a client need not announce its length. */
  function limitBodySize(visit: Visit): typeof PASS {
    const { request, response } = visit;
    if (!visit.isUnsafe) return PASS;
    response.setHeader("Vary", "Sec-Fetch-Site, Origin");
    limitBody(request, () => {
      if (!response.headersSent) turnAway(visit, "too-large");
    });
    return PASS;
  }

  /** Refuses a request for a reason in `guard/refusals`: overload, address, method, another site, announced length. */
  function refuseWhatIsNotAnswered(visit: Visit): unknown {
    const refusal = findRefusal(visit, conditions);
    if (refusal !== null) return turnAway(visit, refusal);
    // `findRefusal` has checked the origin. Remix would check it again and answer an unreadable one with an empty 500.
    delete visit.request.headers.origin;
    return PASS;
  }

  /** Makes a response once for all requests that wait for it. */
  async function sendWhatCanBeMade(visit: Visit): Promise<unknown> {
    const { address, isUnsafe, request, response } = visit;
    if (isUnsafe || !(address instanceof URL)) return PASS;
    const made = await madePages.make(address, request.headers);
    if (made === null) return PASS;
    if (!response.closed && !response.writableEnded) sendMade(visit, made);
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
      server.on("request", (request: IncomingMessage, response: ServerResponse) => {
        open.add(response);
        response.on("close", () => open.delete(response));
        if (draining.aborted) response.shouldKeepAlive = false;
        const visit = receive(request, response);
        const handOn = () => {
          for (const listener of listeners) listener.call(server, request, response);
        };
        void withRequestContext(visit.context, () => pass(visit, handOn));
      });
      server.on("clientError", (error, socket) => answerUnreadable(error, socket, open));
    },
  };
}
