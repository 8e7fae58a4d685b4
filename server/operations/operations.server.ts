import type { IncomingMessage, ServerResponse } from "node:http";
import type { RedisState } from "../redis/redis.server";
import type { UpstreamState } from "../upstream/http-client.server";
import type { Connection } from "./connections.server";
import type { Metrics } from "./metrics.server";
import {
  hasMetricsToken,
  metricsRefusal,
  type MetricsCaller,
  type MetricsSettings,
} from "./metrics-access.server";
import type { SelfTest } from "./startup.server";

/** Paths for operators and their monitoring. They are answered without Remix, also while the process drains. */
export const OPERATION_PATHS = ["/healthz", "/readyz", "/metrics"] as const;

export type OperationPath = (typeof OPERATION_PATHS)[number];

const TEXT = "text/plain; charset=utf-8";

/** Response texts for clients that may not read the metrics, by status. */
const REFUSALS = {
  401: "A bearer token is needed.\n",
  404: "Not found\n",
} as const;

export interface Operations {
  health: () => Health;
  metrics: Metrics;
  /** Who may read `/metrics`. To requests with the token `/readyz` shows more. */
  settings: MetricsSettings;
}

/** Answers `/healthz`, `/readyz` or `/metrics`. */
export async function answerOperation(
  path: OperationPath,
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
  { fromThisMachine }: Pick<MetricsCaller, "fromThisMachine">,
): Promise<void> {
  const { settings } = operations;
  const caller = { authorization: request.headers.authorization, fromThisMachine };
  response.setHeader("Cache-Control", "no-store");
  switch (path) {
    case "/healthz":
      return send(response, 200, TEXT, "ok\n");
    case "/readyz": {
      const withTexts = hasMetricsToken(settings, caller);
      const { status, body } = readinessResponse(operations.health(), withTexts);
      return send(response, status, "application/json", body);
    }
    case "/metrics": {
      const { metrics } = operations;
      const refusal = metricsRefusal(settings, caller);
      if (refusal === null) {
        return send(response, 200, metrics.contentType, await metrics.expose());
      }
      if (refusal === 401) response.setHeader("WWW-Authenticate", "Bearer");
      return send(response, refusal, TEXT, REFUSALS[refusal]);
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.end(body);
}

/** The response of `/readyz`. */
export interface Health {
  /** Id of the running build. */
  build: string;
  /** The commit of its sources; null where the build did not know it. */
  commit: string | null;
  status: "starting" | "ready" | "draining";
  dependencies: (UpstreamState | RedisState)[];
  /** Whether the upstreams that are called for visitors alone take a connection, by name. */
  connections: Readonly<Record<string, Connection>>;
  /** The start-up self-test; null while it runs. */
  selfTest: SelfTest | null;
}

/** Fields with times in epoch milliseconds, which are shown in ISO 8601. */
const TIMES = ["at", "ranAt", "lastSuccess", "failingSince"];
/** Fields whose text may quote an upstream, which is not for everyone. */
const TEXTS = ["message", "error"];

/**
 * Builds the response of `/readyz`. A failing upstream is reported but never makes the process unready: the public site
 * and stale figures are better than no answer at all.
 */
function readinessResponse(
  health: Health,
  withTexts: boolean,
): { status: 200 | 503; body: string } {
  const body = JSON.stringify(health, (field, value: unknown) => {
    if (typeof value === "number" && TIMES.includes(field)) return new Date(value).toISOString();
    return TEXTS.includes(field) && !withTexts ? undefined : value;
  });
  return { status: health.status === "ready" ? 200 : 503, body: `${body}\n` };
}
