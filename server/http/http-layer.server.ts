import type { IncomingMessage, ServerResponse } from "node:http";
import { clockTiming } from "../cache/stale-while-revalidate.server";
import type { Metrics } from "../operations/metrics.server";
import { answerOperation, OPERATION_PATHS, type Operations } from "../operations/operations.server";
import { type Logger, logError } from "../process/logger.server";
import { sharedContext, withRequestContext } from "../process/request-context.server";
import { readAddress } from "../process/request-url.server";
import type { Settings } from "../process/settings.server";
import { createAccessLog } from "./access-log.server";
import { sendCached } from "./cache/cached-response.server";
import type { ResponseCache } from "./cache/response-cache.server";
import { preferencesOfNodeRequest, type LanguagePreferences } from "./chosen-language.server";
import type { Admission } from "./guard/admission.server";
import {
  findRefusal,
  limitBody,
  METHODS,
  refusals,
  refuse,
  type Refusal,
  type RefusalTexts,
} from "./guard/refusals.server";
import { sendServerError } from "./guard/small-page.server";
import type { RouteTable } from "./route-table.server";
import { prepareHeaders } from "./security-headers.server";
import { createReception, separateRange, type Visit } from "./visit.server";

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
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
  /** Queue of page requests. */
  admission: Pick<Admission, "enter" | "resume" | "overloaded">;
  routes: Pick<RouteTable, "label" | "isDataOfNoPage">;
  cache: Pick<ResponseCache, "find" | "make">;
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
  const { settings, logger, metrics, admission, cache } = options;
  const { siteName } = settings;
  const receive = createReception(settings, logger, admission.resume);
  const conditions = {
    siteOrigin: settings.siteUrl.origin,
    overloaded: (network: string) => admission.overloaded(network),
    isDataOfNoPage: options.routes.isDataOfNoPage,
  };
  const logOnClose = createAccessLog(logger, metrics, options.routes.label);
  for (const reason of refusals) metrics.httpRefusals.inc({ reason }, 0);

  /** All steps of a request in their order, after its target, reference id and client are known. */
  const steps: readonly Step[] = [
    sendWhatIsCached,
    readTarget,
    setHeaders,
    answerOperators,
    limitBodySize,
    refuseWhatIsNotAnswered,
    waitForTurn,
    sendWhatCanBeCached,
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

  /** Sends files, public pages and views that are in memory, before any queue and also under overload. */
  function sendWhatIsCached(visit: Visit): unknown {
    if (!visit.isPlainRead) return PASS;
    const { request, response, context, target } = visit;
    const { cookie, "accept-encoding": accepted } = request.headers;
    const cached = withRequestContext(context, () => cache.find(target, cookie, accepted));
    if (cached === null) return PASS;
    const send = () => sendCached(request, response, cached, context);
    // While the process drains, cached responses wait, too: a client that waits opens no new connection.
    return options.draining.aborted ? admission.enter(context.network).then(send) : send();
  }

  function readTarget(visit: Visit): typeof PASS {
    const { isReadable, request, target } = visit;
    visit.address = isReadable ? readAddress(request.headers.host, target) : "bad-url";
    return PASS;
  }

  /** Sets the headers of a response that is not cached. */
  function setHeaders({ response, context, isPlainRead }: Visit): typeof PASS {
    prepare(response, context);
    if (isPlainRead) response.setHeader("Server-Timing", clockTiming());
    return PASS;
  }

  /** Answers `/healthz`, `/readyz` and `/metrics`, also under overload and while the process drains. */
  function answerOperators(visit: Visit): unknown {
    const { request, response, context, path } = visit;
    const operation = OPERATION_PATHS.find((candidate) => candidate === path);
    if (operation === undefined || visit.isUnsafe || !hasReadableTarget(visit)) return PASS;
    return answerOperation(operation, request, response, options, context);
  }

  /** Whether the target can be read. Unlike pages, operator paths and reports are answered for any `Host`. */
  function hasReadableTarget({ isReadable, address }: Visit): boolean {
    return isReadable && address !== "too-long";
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

  /** Waits in the queue: requests of a network keep their order, and networks take turns. */
  async function waitForTurn(visit: Visit): Promise<unknown> {
    const isAdmitted = await admission.enter(visit.context.network);
    const { response } = visit;
    if (isAdmitted || response.closed || response.writableEnded) return PASS;
    return turnAway(visit, "leaving");
  }

  /** Makes a response once for all requests that wait for it. Ranges of other builds' files get the whole file. */
  function sendWhatCanBeCached(visit: Visit): unknown {
    if (!visit.isRead) return PASS;
    const { request, response, context, target } = visit;
    const { cookie, "accept-encoding": accepted } = request.headers;
    const pending = withRequestContext(context, () =>
      cache.make(target, cookie, context.network, accepted),
    );
    if (pending === null) return PASS;
    return pending.then((cached) => {
      if (cached === null) return PASS;
      if (response.closed || response.writableEnded) return;
      sendCached(request, response, cached, context);
    });
  }

  /** Hands over to Express, which serves pictures, films and ranges of files, and then to Remix. */
  function handOn(visit: Visit): void {
    separateRange(visit.request.headers);
    withRequestContext(visit.context, visit.handOn);
  }

  function turnAway({ request, response, context, target, path }: Visit, refusal: Refusal): void {
    metrics.httpRefusals.inc({ reason: refusal });
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
