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
  /** When set, `/metrics` wants it as a bearer token; `/readyz` tells those who have it more. */
  metricsToken: string | undefined;
}

/** Answers `/healthz`, `/readyz` or `/metrics`. */
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
      const withTexts = hasToken(request, operations.metricsToken);
      const { status, body } = readinessAnswer(operations.health(), withTexts);
      return send(response, status, "application/json", body);
    }
    case "/metrics": {
      const { metrics, metricsToken } = operations;
      if (metricsToken !== undefined && !hasToken(request, metricsToken)) {
        response.setHeader("WWW-Authenticate", "Bearer");
        return send(response, 401, "text/plain; charset=utf-8", "A bearer token is needed.\n");
      }
      return send(response, 200, metrics.contentType, await metrics.expose());
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.end(body);
}

/** Compares in constant time, whatever the lengths. Without a token nobody has it. */
function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return false;
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
