import type { IncomingMessage, ServerResponse } from "node:http";
import { refusalOf, type Operators } from "./operators.server";
import type { RequestContext } from "../process/request-context.server";
import { readinessResponse, type Health } from "./health.server";
import type { Metrics } from "./metrics.server";

/** Paths that operators and their machines ask for; answered without Remix, also while draining. */
export const OPERATION_PATHS = ["/healthz", "/readyz", "/metrics"] as const;

export type OperationPath = (typeof OPERATION_PATHS)[number];

const TEXT = "text/plain; charset=utf-8";

/** Why somebody is not shown the metrics, by status. */
const REFUSALS = {
  401: "A bearer token is needed.\n",
  404: "Not found\n",
  429: "Too many wrong tokens.\n",
} as const;

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
      return send(response, 200, TEXT, "ok\n");
    case "/readyz": {
      const withTexts = (await operators.checkToken(claim)) === "operator";
      const { status, body } = readinessResponse(operations.health(), withTexts);
      return send(response, status, "application/json", body);
    }
    case "/metrics": {
      const { metrics } = operations;
      const refusal = refusalOf(await operators.check(claim), "Bearer");
      if (refusal === null) {
        return send(response, 200, metrics.contentType, await metrics.expose());
      }
      response.setHeaders(new Map(Object.entries(refusal.headers)));
      return send(response, refusal.status, TEXT, REFUSALS[refusal.status]);
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.end(body);
}
