import type { IncomingMessage, ServerResponse } from "node:http";
import type { RedisState } from "../redis/redis.server";
import type { UpstreamState } from "../upstream/http-client.server";
import type { Metrics } from "./metrics.server";
import {
  hasMetricsToken,
  metricsRefusal,
  type MetricsCaller,
  type MetricsSettings,
} from "./metrics-access.server";
import type { SelfTest, SelfTestCheck } from "./startup.server";

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
  status: "starting" | "ready" | "draining";
  dependencies: (UpstreamState | RedisState)[];
  /** The start-up self-test; null while it runs. */
  selfTest: SelfTest | null;
}

/**
 * Builds the response of `/readyz`: JSON with ISO 8601 times. A failing upstream is reported but never makes the
 * process unready: the public site and stale figures are better than no answer at all.
 *
 * @param withTexts whether failures include messages, which come from the upstreams and are not for everyone
 */
function readinessResponse(
  health: Health,
  withTexts: boolean,
): { status: 200 | 503; body: string } {
  const body = {
    ...health,
    dependencies: health.dependencies.map((dependency) => ({
      ...dependency,
      lastSuccess: iso(dependency.lastSuccess),
      lastFailure: dependency.lastFailure && failure(dependency.lastFailure, withTexts),
    })),
    selfTest: health.selfTest && {
      ranAt: iso(health.selfTest.ranAt),
      checks: health.selfTest.checks.map((entry) => check(entry, withTexts)),
    },
  };
  return { status: health.status === "ready" ? 200 : 503, body: `${JSON.stringify(body)}\n` };
}

function failure(
  { at, ...details }: NonNullable<Health["dependencies"][number]["lastFailure"]>,
  withTexts: boolean,
) {
  const { message, ...rest } = details;
  return { at: iso(at), ...rest, ...(withTexts && { message }) };
}

function check({ name, ok, ms, kind, status, error }: SelfTestCheck, withTexts: boolean) {
  return { name, ok, ms, kind, status, ...(withTexts && { error }) };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
