import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "../operations/metrics.server";
import { answerOperation, OPERATION_PATHS, type Operations } from "../operations/operations.server";
import { type Logger, logError } from "../process/logger.server";
import { sharedContext, withRequestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { createAccessLog } from "./access-log.server";
import { sendMade } from "./made-page.server";
import type { MadePages, PageRequest } from "./made-pages.server";
import { preferencesOfNodeRequest, type LanguagePreferences } from "./chosen-language.server";
import {
  findRefusal,
  limitBody,
  METHODS,
  refuse,
  type Refusal,
  type RefusalTexts,
} from "./guard/refusals.server";
import { sendServerError } from "./guard/small-page.server";
import type { RouteTable } from "./route-table.server";
import { prepareHeaders, serverClock } from "./security-headers.server";
import { createReception, type Visit } from "./visit.server";

/** Runs before everything else on every request, as a Connect middleware. */
export type HttpLayer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export interface HttpLayerOptions {
  settings: Pick<Settings, "siteName" | "siteUrl" | "trustedProxies"> & Operations["settings"];
  logger: Logger;
  metrics: Metrics;
  health: Operations["health"];
  /** Whether the process is overloaded. */
  lags: () => boolean;
  routes: Pick<RouteTable, "label">;
  madePages: MadePages;
  /** Translates a refusal at addresses that are offered in several languages; returns null elsewhere. */
  translateRefusal: (
    refusal: Refusal,
    request: { path: string; wishes: LanguagePreferences },
  ) => RefusalTexts | null;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

/** A step returns this, or a promise of it, to leave the request to the next step. */
const PASS = "pass";

/** Answers a request, or returns {@link PASS}. May be asynchronous. */
type Step = (visit: Visit) => unknown;

/** Creates the layer. An error thrown by a step results in a response of status 500 and a log line. */
export function createHttpLayer(options: HttpLayerOptions): HttpLayer {
  const { settings, logger, metrics, madePages } = options;
  const { siteName } = settings;
  const receive = createReception(settings, logger);
  const conditions = {
    siteOrigin: settings.siteUrl.origin,
    lags: options.lags,
  };
  const logOnClose = createAccessLog(logger, metrics, options.routes.label);

  /** All steps of a request in their order, after its address, reference id and client are known. */
  const steps: readonly Step[] = [
    sendWhatIsInMemory,
    setHeaders,
    answerOperators,
    limitBodySize,
    refuseWhatIsNotAnswered,
    sendWhatCanBeMade,
    handOn,
  ];

  return (request, response, next) => {
    try {
      void pass(receive(request, response, next));
    } catch (error) {
      fail(response, error);
    }
  };

  async function pass(visit: Visit): Promise<void> {
    const { response, context } = visit;
    try {
      logOnClose(visit);
      for (const step of steps) {
        const outcome = step(visit);
        if (outcome === PASS) continue;
        if ((await outcome) !== PASS) return;
        // While the step waited, the client may have left, or a body that is too large may have been refused.
        if (response.closed || response.writableEnded) return;
      }
    } catch (error) {
      fail(response, error, context);
    }
  }

  /** Sends public pages and views that are in memory, also under overload. */
  function sendWhatIsInMemory(visit: Visit): unknown {
    const page = pageRequest(visit);
    if (page === null) return PASS;
    const { request, response, context } = visit;
    const made = withRequestContext(context, () => madePages.find(page));
    return made === null ? PASS : sendMade(request, response, made, context);
  }

  /** Sets the headers of a response that is not in memory. */
  function setHeaders(visit: Visit): typeof PASS {
    const { response, context } = visit;
    prepare(response, context);
    if (pageRequest(visit)) response.setHeader(...serverClock());
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
    const { request, response, context } = visit;
    if (!visit.isUnsafe) return PASS;
    response.setHeader("Vary", "Sec-Fetch-Site, Origin");
    limitBody(request, () => {
      try {
        if (!response.headersSent) turnAway(visit, "too-large");
      } catch (error) {
        fail(response, error, context);
      }
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
    const page = pageRequest(visit);
    const { request, response, context } = visit;
    const made =
      page && (await withRequestContext(context, () => madePages.make(page, context.network)));
    if (made === null) return PASS;
    if (!response.closed && !response.writableEnded) sendMade(request, response, made, context);
  }

  /** Hands over to Express, which serves files, and then to Remix. */
  function handOn(visit: Visit): void {
    withRequestContext(visit.context, visit.handOn);
  }

  function turnAway({ request, response, context, target, path }: Visit, refusal: Refusal): void {
    if (refusal === "method") response.setHeader("Allow", METHODS.join(", "));
    const wishes = preferencesOfNodeRequest(target, request.headers, context.secureCookies);
    const words = options.translateRefusal(refusal, { path, wishes });
    const { requestId, nonce } = context;
    refuse(response, refusal, { requestId, nonce, siteName }, words);
  }

  function fail(
    response: ServerResponse,
    error: unknown,
    context = sharedContext("unknown"),
  ): void {
    withRequestContext(context, () => logError(logger, error));
    if (!response.headersSent) prepare(response, context);
    sendServerError(response, { requestId: context.requestId, nonce: context.nonce, siteName });
  }

  function prepare(
    response: ServerResponse,
    { requestId, nonce, https }: Pick<Visit["context"], "requestId" | "nonce" | "https">,
  ): void {
    const { contentSecurityPolicy } = options;
    prepareHeaders(response, { requestId, nonce, https, contentSecurityPolicy });
  }
}

/** The request of a page whose address can be read; null for any other request. */
function pageRequest({ isUnsafe, address, request: { headers } }: Visit): PageRequest | null {
  if (isUnsafe || !(address instanceof URL)) return null;
  return { url: address, cookies: headers.cookie, accepted: headers["accept-encoding"] };
}
