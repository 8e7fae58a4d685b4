import onHeaders from "on-headers";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../logger.server";
import type { Settings } from "../settings.server";
import { clockTiming } from "../cache/server-timing.server";
import type { Operators } from "../status/operators.server";
import { logAccess } from "./monitoring/access-log.server";
import type { Admission } from "./refusal/admission.server";
import { receive } from "./receive-request.server";
import { announcesTooMuch, limitBody } from "./refusal/body-limit.server";
import type { EventStreams } from "./event-streams.server";
import { wishesIn, type LanguageWishes } from "./chosen-language.server";
import { isCrossOrigin } from "./refusal/cross-origin-guard.server";
import type { Health } from "./monitoring/health.server";
import { sendCached } from "./cache/cached-response.server";
import type { Metrics } from "./monitoring/metrics.server";
import { toOriginForm } from "./request-target.server";
import { answerOperation, OPERATION_PATHS } from "./monitoring/operations.server";
import type { PageCache } from "./cache/page-cache.server";
import { refuse, type Refusal, type RefusalWords } from "./refusal/refusal-page.server";
import { withRequestContext, type RequestContext } from "./request-context.server";
import { OTHER } from "./route-label.server";
import { separateRange } from "./cache/range.server";
import {
  ADDRESS_LIMIT,
  isHost,
  pathOf,
  readAddress,
  type AddressFault,
} from "./request-url.server";
import { REPORT_PATH, setSecurityHeaders } from "./security-headers.server";
import { createProxyWarning } from "./untrusted-proxy.server";
import { createViolationReports } from "./monitoring/violation-reports.server";
import {
  answerVitals,
  VITALS_PATH,
  type WebVitalReports,
} from "./monitoring/web-vital-reports.server";

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
  webVitals: WebVitalReports;
  health: () => Health;
  operators: Operators;
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
  /** Where a page hears of newer figures. */
  events: { path: string; answer: EventStreams };
  /** The way to the pages. */
  admit: Admission["enter"];
  /** Whether there is more to do than can be done in time. */
  overloaded: Admission["overloaded"];
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

/** What this layer answers itself. */
const OWN_PATHS = [...OPERATION_PATHS, VITALS_PATH, REPORT_PATH];

const SAFE_METHODS = ["GET", "HEAD"];
const METHODS = [...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"];

/**
 * Assembles the layer: log, cached responses, address, headers, operators' paths, then everything that can
 * refuse a request.
 */
export function createHttpLayer(options: HttpLayerOptions): HttpLayer {
  const { settings, contentSecurityPolicy, draining, events } = options;
  const { siteName } = settings;
  const siteOrigin = settings.siteUrl.origin;
  const countViolations = createViolationReports((directive) =>
    options.metrics.cspViolation(directive),
  );
  const warnOfProxy = createProxyWarning(options.logger, settings.trustedProxies);

  return (request, response, next) => {
    warnOfProxy(request);
    const readable = toOriginForm(request);
    const context = receive(request, response, settings);
    const reads = readable && isPlainRead(request);
    const { url: asked = "" } = request;
    const { cookie, "accept-encoding": accepted = "" } = request.headers;
    const cached = reads ? options.cache.find(asked, cookie, accepted) : null;
    if (cached === null) return answer();
    observe(request, response, context, options.routeLabel, options);
    const send = () => sendCached(request, response, cached, context);
    // While the process leaves it has its turn like any other: who waits for an answer does not connect anew.
    if (draining.aborted) options.admit(context.network, send, send);
    else send();

    function answer(): void {
      const { requestId, nonce, https } = context;
      const { method = "", url: target = "", headers } = request;
      const address = readable ? readAddress(headers.host, target) : "bad-url";
      const answerable = readable && address !== "too-long";
      const path = pathOf(target);
      // No pattern ever sees an address that was refused.
      const label = typeof address === "string" ? () => OTHER : options.routeLabel;
      const listens = path === events.path;
      observe(request, response, context, label, options);
      addResponseDefaults(response);
      response.setHeader("X-Request-Id", requestId);
      if (reads) response.setHeader("Server-Timing", clockTiming());
      setSecurityHeaders(response, { nonce, https, contentSecurityPolicy });

      const operation = OPERATION_PATHS.find((one) => one === path);
      if (operation !== undefined && SAFE_METHODS.includes(method) && answerable) {
        return void answerOperation(operation, request, response, options, context.clientAddress);
      }

      if (path === REPORT_PATH && answerable) {
        return void countViolations(request, response);
      }

      const page = { requestId, nonce, siteName };
      const turnAway = (refusal: Refusal) => {
        options.metrics.refused(refusal);
        const wishes = wishesIn(target, headers, context.secureCookies);
        refuse(response, refusal, page, options.translateRefusal(refusal, { path, wishes }));
      };
      // What was typed is worth more than what can be opened again, and an open stream costs little.
      if (options.overloaded(context.network) && !isUnsafe(request) && !listens)
        return turnAway("busy");
      const refusal =
        findRefusal(request, address, siteOrigin, options) ??
        (listens && isUnsafe(request) ? "method" : null);
      if (isUnsafe(request)) {
        response.setHeader("Vary", "Sec-Fetch-Site, Origin");
        limitBody(request, () => {
          if (!response.headersSent) turnAway("too-large");
        });
      }
      // Judged here for good. Remix's own check, of HEAD too, would answer what it cannot read with an empty 500.
      delete headers.origin;
      if (refusal === "method") {
        response.setHeader("Allow", (listens ? SAFE_METHODS : METHODS).join(", "));
      }
      if (refusal !== null) return turnAway(refusal);
      if (method === "POST" && path === VITALS_PATH) {
        return void answerVitals(request, response, options);
      }
      separateRange(headers);
      const goOn = () => {
        // Not for a visitor who has gone while waiting, nor after a body that was too large.
        if (!response.closed && !response.writableEnded) withRequestContext(context, next);
      };
      options.admit(
        context.network,
        () => {
          if (listens && typeof address !== "string") {
            const { searchParams: params } = address;
            const { clientAddress } = context;
            return void events.answer(request, response, { params, clientAddress });
          }
          const make = () => options.cache.make(target, cookie, context.network, accepted);
          const made = reads ? withRequestContext(context, make) : null;
          if (made === null) return goOn();
          void made.then((cached) => {
            if (cached && !response.closed) sendCached(request, response, cached, context);
            else goOn();
          });
        },
        () => {
          if (!response.writableEnded) turnAway("leaving");
        },
      );
    }
  };
}

/** Whether a request may be answered from a cache: it is a GET or HEAD for a whole resource, at a valid address. */
function isPlainRead({ method = "", url = "", headers }: IncomingMessage): boolean {
  return (
    SAFE_METHODS.includes(method) &&
    headers.range === undefined &&
    url.length <= ADDRESS_LIMIT &&
    isHost(headers.host)
  );
}

function isUnsafe(request: IncomingMessage): boolean {
  return !SAFE_METHODS.includes(request.method ?? "");
}

function findRefusal(
  request: IncomingMessage,
  address: URL | AddressFault,
  siteOrigin: string,
  { isDataOfNoPage }: HttpLayerOptions,
): Refusal | null {
  const { headers, method = "" } = request;
  if (address === "too-long") return address;
  if (!METHODS.includes(method)) return "method";
  if (typeof address === "string") return address;
  if (isUnsafe(request)) {
    const secFetchSite = headers["sec-fetch-site"]?.toString();
    const { origin, referer, host } = headers;
    if (isCrossOrigin({ secFetchSite, origin, referer, host }, siteOrigin)) return "foreign";
  }
  if (announcesTooMuch(request)) return "too-large";
  return isDataOfNoPage(method, address) ? "absent" : null;
}

/** Logs and measures the request once its response has ended, however it ends. */
function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, trace, clientAddress }: RequestContext,
  routeLabel: (path: string) => string,
  { logger, metrics }: HttpLayerOptions,
): void {
  const start = performance.now();
  const { socket, method = "" } = request;
  const path = pathOf(request.url ?? "");
  const bytesBefore = socket.bytesWritten;
  // Not `once`, which costs more: it comes once.
  response.on("close", () => {
    const milliseconds = performance.now() - start;
    const status = response.statusCode;
    const route = OWN_PATHS.find((own) => own === path) ?? routeLabel(path);
    const known = METHODS.includes(method) ? method : "other";
    metrics.request({ method: known, route, status }, milliseconds / 1000);
    logAccess(logger, {
      requestId,
      traceId: trace.id,
      clientAddress,
      method,
      path,
      known: route !== OTHER && status !== 404,
      status,
      milliseconds,
      bytes: socket.bytesWritten - bytesBefore,
      aborted: !response.writableFinished,
    });
  });
}

/** Where Remix says 405 there is only something to look at. */
const ALLOWED = "GET, HEAD";

/**
 * Adds to a response, as its head is written, what whoever made it has left out: a 405 says what is allowed
 * (RFC 9110, section 15.5.6), and no cache keeps an error.
 */
export function addResponseDefaults(response: ServerResponse): void {
  onHeaders(response, () => {
    const { statusCode: status } = response;
    if (status === 405 && !response.hasHeader("Allow")) response.setHeader("Allow", ALLOWED);
    if (status >= 400 && !response.hasHeader("Cache-Control")) {
      response.setHeader("Cache-Control", "no-store");
    }
  });
}
