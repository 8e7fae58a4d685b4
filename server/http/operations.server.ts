import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { readinessAnswer, type Health } from "./health.server";
import type { Metrics } from "./metrics.server";

/** Paths that operators and their machines ask for; answered without Remix, also while draining. */
export const OPERATION_PATHS = ["/healthz", "/readyz", "/metrics"] as const;

export type OperationPath = (typeof OPERATION_PATHS)[number];

export interface Operations {
  health: () => Health;
  metrics: Metrics;
  /** When set, `/metrics` wants it as a bearer token. */
  metricsToken: string | undefined;
}

/** Answers `/healthz`, `/readyz` or `/metrics` (contract section 5). */
export async function answerOperation(
  path: OperationPath,
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
): Promise<void> {
  response.setHeader("Cache-Control", "no-store");
  switch (path) {
    case "/healthz":
      return send(response, 200, "text/plain; charset=utf-8", "ok\n");
    case "/readyz": {
      const { status, body } = readinessAnswer(operations.health());
      return send(response, status, "application/json", body);
    }
    case "/metrics": {
      if (!mayReadMetrics(request.headers.authorization, operations.metricsToken)) {
        response.setHeader("WWW-Authenticate", "Bearer");
        return send(response, 401, "text/plain; charset=utf-8", "A bearer token is needed.\n");
      }
      const { metrics } = operations;
      return send(response, 200, metrics.contentType, await metrics.expose());
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.end(body);
}

/** Compares in constant time, whatever the lengths. */
function mayReadMetrics(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
