import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../logger.server";
import type { Settings } from "../settings.server";
import { logAccess } from "./access-log.server";
import { receive } from "./arrival.server";
import { announcesTooMuch, limitBody } from "./body-limit.server";
import { isForeign } from "./form-guard.server";
import type { Health } from "./health.server";
import type { Metrics } from "./metrics.server";
import { answerOperation, OPERATION_PATHS } from "./operations.server";
import { refuse, type Refusal } from "./refusal-page.server";
import { withRequestContext, type RequestContext } from "./request-context.server";
import { isUsableUrl, pathOf } from "./request-url.server";
import { setSecurityHeaders } from "./security-headers.server";
import { createProxyWarning } from "./untrusted-proxy.server";

/** What runs before everything else on every request, in the form of a Connect middleware. */
export type HttpLayer = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

export interface HttpLayerOptions {
  settings: Pick<Settings, "siteUrl" | "trustedProxies" | "metricsToken">;
  logger: Logger;
  metrics: Metrics;
  health: () => Health;
  /** Aborts when the process begins to drain. */
  draining: AbortSignal;
  /** Maps a path to a bounded metrics label. */
  routeLabel: (path: string) => string;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

const SAFE_METHODS = ["GET", "HEAD"];
const METHODS = [...SAFE_METHODS, "POST", "PUT", "PATCH", "DELETE"];

/** Assembles the layer: address, log, headers, operators' paths, then everything that can refuse a request. */
export function createHttpLayer(options: HttpLayerOptions): HttpLayer {
  const { settings, contentSecurityPolicy, draining } = options;
  const siteOrigin = settings.siteUrl.origin;
  const warnOfProxy = createProxyWarning(options.logger, settings.trustedProxies);

  return (request, response, next) => {
    warnOfProxy(request);
    const context = receive(request, response, settings.trustedProxies, draining);
    observe(request, response, context, options);
    response.setHeader("X-Request-Id", context.requestId);
    setSecurityHeaders(response, { ...context, contentSecurityPolicy });
    if (draining.aborted) response.setHeader("Connection", "close");

    const operation = OPERATION_PATHS.find((path) => path === pathOf(request.url ?? ""));
    if (operation !== undefined && SAFE_METHODS.includes(request.method ?? "")) {
      return void answerOperation(operation, request, response, { ...options, ...settings });
    }

    const refusal = findRefusal(request, siteOrigin);
    if (isUnsafe(request)) {
      response.setHeader("Vary", "Sec-Fetch-Site, Origin");
      limitBody(request, () => {
        if (!response.headersSent) refuse(response, "too-large", context);
      });
      // Judged here for good. Remix's own check would answer some honest posts with an empty 500.
      delete request.headers.origin;
    }
    if (refusal === "method") response.setHeader("Allow", METHODS.join(", "));
    if (refusal !== null) return refuse(response, refusal, context);
    withRequestContext(context, next);
  };
}

function isUnsafe(request: IncomingMessage): boolean {
  return !SAFE_METHODS.includes(request.method ?? "");
}

function findRefusal(request: IncomingMessage, siteOrigin: string): Refusal | null {
  const { headers, method = "" } = request;
  if (!METHODS.includes(method)) return "method";
  if (!isUsableUrl(headers.host, request.url ?? "")) return "bad-url";
  if (isUnsafe(request)) {
    const secFetchSite = headers["sec-fetch-site"]?.toString();
    const { origin, referer, host } = headers;
    if (isForeign({ secFetchSite, origin, referer, host }, siteOrigin)) return "foreign";
  }
  return announcesTooMuch(request) ? "too-large" : null;
}

/** Logs and measures the request once its answer has ended, however it ends. */
function observe(
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  { logger, metrics, routeLabel }: HttpLayerOptions,
): void {
  const start = performance.now();
  const { socket, method = "" } = request;
  const path = pathOf(request.url ?? "");
  const bytesBefore = socket.bytesWritten;
  response.once("close", () => {
    const milliseconds = performance.now() - start;
    const status = response.statusCode;
    const route = OPERATION_PATHS.find((operation) => operation === path) ?? routeLabel(path);
    const known = METHODS.includes(method) ? method : "other";
    metrics.request({ method: known, route, status }, milliseconds / 1000);
    logAccess(logger, {
      ...context,
      method,
      path,
      status,
      milliseconds,
      bytes: socket.bytesWritten - bytesBefore,
      aborted: !response.writableFinished,
    });
  });
}
