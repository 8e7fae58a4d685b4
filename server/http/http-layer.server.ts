import onHeaders from "on-headers";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clockTiming } from "../cache/cache-result.server";
import { logError } from "../process/error-log.server";
import type { Limits } from "../limits/limits.server";
import type { Logger } from "../process/logger.server";
import type { Settings } from "../process/settings.server";
import type { Operators } from "../operations/operators.server";
import { sendCached, type CachedResponse } from "./cache/cached-response.server";
import type { PageCache } from "./cache/page-cache.server";
import { dropRangeOfPage, separateRange } from "./cache/range.server";
import { wishesIn, type LanguageWishes } from "./chosen-language.server";
import type { EventStreams } from "./event-streams.server";
import type { Health } from "../operations/health.server";
import type { Metrics } from "../operations/metrics.server";
import { observeResponse } from "./observe-response.server";
import { answerOperation, OPERATION_PATHS } from "../operations/operations.server";
import { createViolationReports } from "./violation-reports.server";
import { answerVitals, VITALS_PATH, type WebVitalReports } from "./web-vital-reports.server";
import { receive } from "./receive-request.server";
import type { Admission } from "./guard/admission.server";
import { limitBody } from "./guard/body-limit.server";
import { findRefusal, isUnsafe, METHODS, SAFE_METHODS } from "./guard/find-refusal.server";
import {
  answerFault,
  refusals,
  refuse,
  type Refusal,
  type RefusalWords,
} from "./guard/refusal-page.server";
import {
  impersonalContext,
  withRequestContext,
  type RequestContext,
} from "../process/request-context.server";
import { toOriginForm } from "./request-target.server";
import {
  ADDRESS_LIMIT,
  isHost,
  pathOf,
  readAddress,
  type AddressFault,
} from "../process/request-url.server";
import { OTHER } from "./route-label.server";
import { REPORT_PATH, setSecurityHeaders } from "./security-headers.server";
import { createProxyWarning } from "./untrusted-proxy.server";

/** What runs before everything else on every request, in the form of a Connect middleware. */
export type HttpLayer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export interface HttpLayerOptions {
  settings: Pick<Settings, "siteName" | "siteUrl" | "trustedProxies">;
  logger: Logger;
  metrics: Metrics;
  /** Limits of this process alone, for what is only counted. */
  limits: Pick<Limits, "take">;
  webVitals: WebVitalReports;
  health: () => Health;
  operators: Operators;
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
  /** Where a page hears of newer figures. */
  events: { path: string; answer: EventStreams };
  /** The way to the pages. */
  admission: Pick<Admission, "enter" | "resume" | "overloaded">;
  /** Maps a path to a bounded metrics label. */
  routeLabel: (path: string) => string;
  /** What is made once and sent to many. */
  cache: PageCache;
  /** Whether a request asks for data of an address that is no page. */
  isDataOfNoPage: (method: string, url: URL) => boolean;
  /** A refusal in the visitor's language, at addresses that are offered in several; null elsewhere. */
  translateRefusal: (refusal: Refusal, request: TranslatedRequest) => RefusalWords | null;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

/** What of a request says in which language it is to be answered. */
export interface TranslatedRequest {
  path: string;
  wishes: LanguageWishes;
}

/** A request on its way through the layer. */
interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  context: RequestContext;
  /** Hands it to Express and Remix. */
  next: () => void;
  /** Answers it after a fault of ours. */
  fail: (error: unknown) => void;
  /** As received, in the origin form. */
  target: string;
  path: string;
  /** What it asks for, once that has been looked at. */
  address?: URL | AddressFault;
  /** Whether it names one host, and a target that can be brought to the origin form. */
  isReadable: boolean;
  /** Whether it reads something at a valid address. */
  isRead: boolean;
  /** Whether it may be answered from a cache: what it reads is a whole resource. */
  isPlainRead: boolean;
}

/** What this layer answers itself. */
const OWN_PATHS: readonly string[] = [...OPERATION_PATHS, VITALS_PATH, REPORT_PATH];

/**
 * Assembles the layer. A request passes these steps until one answers it: what is cached already, the operators' paths
 * and reports, overload, refusals, its turn, event streams, what can be cached, Express and Remix. Whatever one of them
 * throws ends in an answer of status 500 and a line in the log.
 */
export function createHttpLayer(options: HttpLayerOptions): HttpLayer {
  const { settings, logger, metrics, draining, events, admission, cache } = options;
  const { siteName } = settings;
  const countViolations = createViolationReports(metrics, options.limits);
  for (const reason of refusals) metrics.httpRefusals.inc({ reason }, 0);
  const warnOfProxy = createProxyWarning(logger, settings.trustedProxies);

  return (request, response, next) => {
    let received: RequestContext | undefined;
    const fail = (error: unknown) => {
      const context = received ?? impersonalContext("unknown");
      withRequestContext(context, () => logError(logger, error));
      if (!response.headersSent) prepare(response, context);
      answerFault(response, { requestId: context.requestId, nonce: context.nonce, siteName });
    };
    try {
      warnOfProxy(request);
      const isReadable = toOriginForm(request);
      const context = (received = receive(request, response, settings, admission.resume));
      const visit = visitOf({ request, response, context, next, fail, isReadable });
      observeResponse(request, response, context, (path) => labelOf(visit, path), options);
      const cached = visit.isPlainRead ? findCached(visit) : null;
      if (cached && !draining.aborted) sendCached(request, response, cached, context);
      else (cached ? sendInTurn(visit, cached) : answer(visit)).catch(fail);
    } catch (error) {
      fail(error);
    }
  };

  function labelOf({ address }: Visit, path: string): string {
    // No pattern ever sees an address that was refused.
    if (typeof address === "string") return OTHER;
    return OWN_PATHS.includes(path) ? path : options.routeLabel(path);
  }

  function findCached({ request: { headers }, context, target }: Visit): CachedResponse | null {
    return withRequestContext(context, () =>
      cache.find(target, headers.cookie, headers["accept-encoding"]),
    );
  }

  /** While the process leaves: who waits for an answer does not connect anew. */
  async function sendInTurn({ request, response, context }: Visit, cached: CachedResponse) {
    await admission.enter(context.network);
    sendCached(request, response, cached, context);
  }

  async function answer(visit: Visit): Promise<void> {
    const { request, response, context, path } = visit;
    const address = visit.isReadable ? readAddress(request.headers.host, visit.target) : "bad-url";
    visit.address = address;
    prepare(response, context);
    if (visit.isPlainRead) response.setHeader("Server-Timing", clockTiming());

    if (visit.isReadable && address !== "too-long") {
      const operation = OPERATION_PATHS.find((one) => one === path);
      if (operation !== undefined && !isUnsafe(request)) {
        return answerOperation(operation, request, response, options, context);
      }
      if (path === REPORT_PATH) return countViolations(request, response, context.network);
    }

    const refusal = refusalOf(visit, address);
    if (isUnsafe(request)) {
      response.setHeader("Vary", "Sec-Fetch-Site, Origin");
      limitBody(request, () => {
        try {
          if (!response.headersSent) turnAway(visit, "too-large");
        } catch (error) {
          visit.fail(error);
        }
      });
    }
    if (refusal !== null) return turnAway(visit, refusal);
    // Judged here for good. Remix's own check, of HEAD too, would answer what it cannot read with an empty 500.
    delete request.headers.origin;
    if (request.method === "POST" && path === VITALS_PATH) {
      return answerVitals(request, response, context.network, options);
    }

    // By a visitor who went while waiting, or by a body that was too large.
    const isOver = () => response.closed || response.writableEnded;
    const isAdmitted = await admission.enter(context.network);
    if (isOver()) return;
    if (!isAdmitted) return turnAway(visit, "leaving");
    if (path === events.path && typeof address !== "string") {
      const { searchParams: params } = address;
      const { clientAddress } = context;
      // What a stream holds it would hold for hours: only what it reads at its beginning belongs to the request.
      const within = <T>(act: () => T) => withRequestContext(context, act);
      return events.answer(request, response, { params, clientAddress, within });
    }
    // A part of a file of another build as well: who asks for that gets the whole.
    const cached = visit.isRead ? await makeCached(visit) : null;
    if (isOver()) return;
    if (cached) return sendCached(request, response, cached, context);
    separateRange(request.headers);
    withRequestContext(context, visit.next);
  }

  function refusalOf({ request, path, context }: Visit, address: URL | AddressFault) {
    const isListening = path === events.path;
    // What was typed is worth more than what can be opened again, and an open stream costs little.
    if (!isUnsafe(request) && !isListening && admission.overloaded(context.network)) return "busy";
    const { isDataOfNoPage } = options;
    const methods = isListening ? SAFE_METHODS : METHODS;
    const siteOrigin = settings.siteUrl.origin;
    return findRefusal(request, { address, methods, siteOrigin, isDataOfNoPage });
  }

  function turnAway({ request, response, context, target, path }: Visit, refusal: Refusal): void {
    metrics.httpRefusals.inc({ reason: refusal });
    if (refusal === "method") {
      const allowed = path === events.path ? SAFE_METHODS : METHODS;
      response.setHeader("Allow", allowed.join(", "));
    }
    const wishes = wishesIn(target, request.headers, context.secureCookies);
    const words = options.translateRefusal(refusal, { path, wishes });
    const { requestId, nonce } = context;
    refuse(response, refusal, { requestId, nonce, siteName }, words);
  }

  async function makeCached({ request: { headers }, context, target }: Visit) {
    return withRequestContext(context, () =>
      cache.make(target, headers.cookie, context.network, headers["accept-encoding"]),
    );
  }

  /** Headers of every response that is not cached. */
  function prepare(
    response: ServerResponse,
    { requestId, nonce, https }: Pick<RequestContext, "requestId" | "nonce" | "https">,
  ): void {
    const { contentSecurityPolicy } = options;
    addResponseDefaults(response);
    response.setHeader("X-Request-Id", requestId);
    setSecurityHeaders(response, { nonce, https, contentSecurityPolicy });
  }
}

function visitOf(
  arrived: Omit<Visit, "target" | "path" | "address" | "isRead" | "isPlainRead">,
): Visit {
  const { request, isReadable } = arrived;
  const { headers, url: target = "" } = request;
  const path = pathOf(target);
  dropRangeOfPage(headers, path);
  const isRead =
    isReadable && !isUnsafe(request) && target.length <= ADDRESS_LIMIT && isHost(headers.host);
  return { ...arrived, target, path, isRead, isPlainRead: isRead && headers.range === undefined };
}

/** Where Remix says 405 there is only something to look at. */
const ALLOWED = "GET, HEAD";

/**
 * Completes a response as its head is written: a 405 says what is allowed (RFC 9110, section 15.5.6), and no cache keeps
 * an error. HEAD sets no cookie: the page that it does not show would take the message that waits for the next one.
 */
export function addResponseDefaults(response: ServerResponse): void {
  onHeaders(response, () => {
    const { statusCode: status } = response;
    if (response.req.method === "HEAD") response.removeHeader("Set-Cookie");
    if (status === 405 && !response.hasHeader("Allow")) response.setHeader("Allow", ALLOWED);
    if (status >= 400 && !response.hasHeader("Cache-Control")) {
      response.setHeader("Cache-Control", "no-store");
    }
  });
}
