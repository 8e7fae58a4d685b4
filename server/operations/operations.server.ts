import type { IncomingMessage, ServerResponse } from "node:http";
import type { Operators } from "./operators.server";
import type { RequestContext } from "../process/request-context.server";
import { readinessResponse, type Health } from "./health.server";
import type { Metrics } from "./metrics.server";
import { retryAfter } from "../resilience/retry-after.server";

/** Paths that operators and their machines ask for; answered without Remix, also while draining. */
export const OPERATION_PATHS = ["/healthz", "/readyz", "/metrics"] as const;

export type OperationPath = (typeof OPERATION_PATHS)[number];

export interface Operations {
  health: () => Health;
  metrics: Metrics;
  /** With a token `/metrics` is theirs alone; `/readyz` tells them more. */
  operators: Operators;
}

/** Answers `/healthz`, `/readyz` or `/metrics`. */
export async function answerOperation(
  path: OperationPath,
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
  { clientAddress, fromThisMachine }: Pick<RequestContext, "clientAddress" | "fromThisMachine">,
): Promise<void> {
  const { operators } = operations;
  const claim = { authorization: request.headers.authorization, clientAddress, fromThisMachine };
  response.setHeader("Cache-Control", "no-store");
  switch (path) {
    case "/healthz":
      return send(response, 200, "text/plain; charset=utf-8", "ok\n");
    case "/readyz": {
      const withTexts = (await operators.checkToken(claim)) === "operator";
      const { status, body } = readinessResponse(operations.health(), withTexts);
      return send(response, status, "application/json", body);
    }
    case "/metrics": {
      const { metrics } = operations;
      const from = await operators.check(claim);
      if (from === "absent") {
        return send(response, 404, "text/plain; charset=utf-8", "Not found\n");
      }
      if (from === "stranger") {
        response.setHeader("WWW-Authenticate", "Bearer");
        return send(response, 401, "text/plain; charset=utf-8", "A bearer token is needed.\n");
      }
      if (from !== "operator") {
        response.setHeader("Retry-After", retryAfter(from.until));
        return send(response, 429, "text/plain; charset=utf-8", "Too many wrong tokens.\n");
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
