import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../logger.server";
import type { Settings } from "../settings.server";
import { logAccess } from "./access-log.server";
import type { Admission } from "./admission.server";
import { isEventStream, receive } from "./arrival.server";
import { announcesTooMuch, limitBody } from "./body-limit.server";
import { isForeign } from "./form-guard.server";
import type { Health } from "./health.server";
import { sendKept, type KeptAnswer } from "./kept-answer.server";
import type { Metrics } from "./metrics.server";
import { answerOperation, OPERATION_PATHS } from "./operations.server";
import type { PageCache } from "./page-cache.server";
import { refuse, type Refusal } from "./refusal-page.server";
import { withRequestContext, type RequestContext } from "./request-context.server";
import { separateRange } from "./range.server";
import { isHost, pathOf, readAddress, type AddressFault } from "./request-url.server";
import { REPORT_PATH, setSecurityHeaders } from "./security-headers.server";
import { createProxyWarning } from "./untrusted-proxy.server";
import { createViolationReports } from "./violation-reports.server";

/** What runs before everything else on every request, in the form of a Connect middleware. */
export type HttpLayer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export interface HttpLayerOptions {
  settings: Pick<Settings, "siteName" | "siteUrl" | "trustedProxies" | "metricsToken">;
  logger: Logger;
  metrics: Metrics;
  health: () => Health;
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
  /** The way to the pages. */
  admit: Admission["enter"];
  /** Whether there is more to do than can be done in time. */
  overloaded: Admission["overloaded"];
  /** Maps a path to a bounded metrics label. */
  routeLabel: (path: string) => string;
  /** What is made once and sent to many. */
  kept: PageCache;
  /** Whether a request asks for data of an address that is no page. */
  lacksDataTwin: (method: string, url: URL) => boolean;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

const SAFE_METHODS = ["GET", "HEAD"];
const METHODS = [...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"];

/**
 * Assembles the layer: log, what is kept whole, address, headers, operators' paths, then everything that can
 * refuse a request.
 */
export function createHttpLayer(options: HttpLayerOptions): HttpLayer {
  const { settings, contentSecurityPolicy, draining } = options;
  const { siteName } = settings;
  const siteOrigin = settings.siteUrl.origin;
  const countViolations = createViolationReports((directive) =>
    options.metrics.cspViolation(directive),
  );
  const warnOfProxy = createProxyWarning(options.logger, settings.trustedProxies);

  return (request, response, next) => {
    warnOfProxy(request);
    const context = receive(request, response, settings.trustedProxies, draining);
    const kept = isPlainRead(request)
      ? options.kept.find(request.url ?? "", request.headers.cookie)
      : null;
    if (kept === null) return answer();
    if (!(kept instanceof Promise)) return sendAsKept(kept);
    void kept.then((made) => (made && !response.closed ? sendAsKept(made) : answer()));

    function sendAsKept(kept: KeptAnswer): void {
      observe(request, response, context, options.routeLabel, options);
      const send = () => sendKept(request, response, kept, context);
      // While the process leaves it has its turn like any other: who waits for an answer does not connect anew.
      if (draining.aborted) options.admit(send, send);
      else send();
    }

    function answer(): void {
      const { requestId, nonce, https } = context;
      const { method = "", url: target = "", headers } = request;
      const address = readAddress(headers.host, target);
      // No pattern ever sees an address that was refused.
      const label = typeof address === "string" ? () => "other" : options.routeLabel;
      observe(request, response, context, label, options);
      response.setHeader("X-Request-Id", requestId);
      setSecurityHeaders(response, { nonce, https, contentSecurityPolicy });

      const operation = OPERATION_PATHS.find((path) => path === pathOf(target));
      if (operation !== undefined && SAFE_METHODS.includes(method) && address !== "too-long") {
        return void answerOperation(operation, request, response, { ...options, ...settings });
      }

      if (pathOf(target) === REPORT_PATH && address !== "too-long") {
        return void countViolations(request, response);
      }

      const page = { requestId, nonce, siteName };
      // What was typed is worth more than what can be opened again, and an open stream costs little.
      if (options.overloaded() && !isUnsafe(request) && !isEventStream(request)) {
        return refuse(response, "busy", page);
      }
      const refusal = findRefusal(request, address, siteOrigin, options);
      if (isUnsafe(request)) {
        response.setHeader("Vary", "Sec-Fetch-Site, Origin");
        limitBody(request, () => {
          if (!response.headersSent) refuse(response, "too-large", page);
        });
        // Judged here for good. Remix's own check would answer some honest posts with an empty 500.
        delete headers.origin;
      }
      if (refusal === "method") response.setHeader("Allow", METHODS.join(", "));
      if (refusal !== null) return refuse(response, refusal, page);
      separateRange(headers);
      options.admit(
        () => {
          // Not for a visitor who has gone while waiting, nor after a body that was too large.
          if (!response.closed && !response.writableEnded) withRequestContext(context, next);
        },
        () => {
          if (!response.writableEnded) refuse(response, "leaving", page);
        },
      );
    }
  };
}

/** What is answered here, without a route of Remix's. */
const OUTSIDE_REMIX = [...OPERATION_PATHS, REPORT_PATH];

/** Whether a request may be answered with what is kept: it reads a whole, of a host that has a name. */
function isPlainRead({ method = "", headers }: IncomingMessage): boolean {
  return SAFE_METHODS.includes(method) && headers.range === undefined && isHost(headers.host);
}

function isUnsafe(request: IncomingMessage): boolean {
  return !SAFE_METHODS.includes(request.method ?? "");
}

function findRefusal(
  request: IncomingMessage,
  address: URL | AddressFault,
  siteOrigin: string,
  { lacksDataTwin }: HttpLayerOptions,
): Refusal | null {
  const { headers, method = "" } = request;
  if (address === "too-long") return address;
  if (!METHODS.includes(method)) return "method";
  if (typeof address === "string") return address;
  if (isUnsafe(request)) {
    const secFetchSite = headers["sec-fetch-site"]?.toString();
    const { origin, referer, host } = headers;
    if (isForeign({ secFetchSite, origin, referer, host }, siteOrigin)) return "foreign";
  }
  if (announcesTooMuch(request)) return "too-large";
  return lacksDataTwin(method, address) ? "absent" : null;
}

/** Logs and measures the request once its answer has ended, however it ends. */
function observe(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, clientAddress }: RequestContext,
  routeLabel: (path: string) => string,
  { logger, metrics }: HttpLayerOptions,
): void {
  const start = performance.now();
  const { socket, method = "" } = request;
  const path = pathOf(request.url ?? "");
  const bytesBefore = socket.bytesWritten;
  response.once("close", () => {
    const milliseconds = performance.now() - start;
    const status = response.statusCode;
    const route = OUTSIDE_REMIX.find((one) => one === path) ?? routeLabel(path);
    const known = METHODS.includes(method) ? method : "other";
    metrics.request({ method: known, route, status }, milliseconds / 1000);
    logAccess(logger, {
      requestId,
      clientAddress,
      method,
      path,
      status,
      milliseconds,
      bytes: socket.bytesWritten - bytesBefore,
      aborted: !response.writableFinished,
    });
  });
}
