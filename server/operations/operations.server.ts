import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Settings } from "../process/settings.server";
import type { RedisState } from "../redis/redis.server";
import type { UpstreamState } from "../upstream/http-client.server";
import type { Metrics } from "./metrics.server";
import type { SelfTest } from "./startup.server";

/** Paths for operators and their monitoring. They are answered without Remix, also while the process drains. */
export const OPERATION_PATHS = ["/healthz", "/readyz", "/metrics"] as const;

type OperationPath = (typeof OPERATION_PATHS)[number];

const TEXT = "text/plain; charset=utf-8";

export interface Operations {
  health: () => Health;
  metrics: Pick<Metrics, "expose" | "contentType">;
  /** Who may read `/metrics`. To requests with the token `/readyz` shows more. */
  settings: Pick<Settings, "metricsToken" | "isOpen">;
}

/** Answers `/healthz`, `/readyz` or `/metrics`. */
export async function answerOperation(
  path: OperationPath,
  { headers }: Pick<IncomingMessage, "headers">,
  response: ServerResponse,
  { health, metrics, settings }: Operations,
  { fromThisMachine }: { fromThisMachine: boolean },
): Promise<void> {
  const { metricsToken, isOpen } = settings;
  const hasToken = metricsToken !== undefined && isBearer(headers.authorization, metricsToken);
  const send = (status: number, type: string, body: string) => {
    response.statusCode = status;
    response.setHeader("Content-Type", type);
    response.end(body);
  };
  response.setHeader("Cache-Control", "no-store");
  if (path === "/healthz") return send(200, TEXT, "ok\n");
  if (path === "/readyz") {
    const state = health();
    const body = `${JSON.stringify(state, shownTo(hasToken))}\n`;
    return send(state.status === "ready" ? 200 : 503, "application/json", body);
  }
  if (metricsToken !== undefined && !hasToken) {
    response.setHeader("WWW-Authenticate", "Bearer");
    return send(401, TEXT, "A bearer token is needed.\n");
  }
  if (!hasToken && !isOpen && !fromThisMachine) return send(404, TEXT, "Not found\n");
  send(200, metrics.contentType, await metrics.expose());
}

/** Whether an `Authorization` header contains the token (RFC 6750). Compared in constant time. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const [, candidate] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  // The digests have one length.
  return candidate !== undefined && timingSafeEqual(digest(candidate), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * The response of `/readyz`. A failing upstream is reported but never makes the process unready: the public site and
 * stale figures are better than no answer at all.
 */
export interface Health {
  /** Id of the running build. */
  build: string;
  /** The commit of its sources; null where the build did not know it. */
  commit: string | null;
  status: "starting" | "ready" | "draining";
  dependencies: (UpstreamState | RedisState)[];
  /** The start-up self-test; null while it runs. */
  selfTest: SelfTest | null;
}

/** Fields with times in epoch milliseconds, which are shown in ISO 8601. */
const TIMES = ["at", "ranAt", "lastSuccess"];
/** Fields whose text may quote an upstream, which is not for everyone. */
const TEXTS = ["message", "error"];

/** Formats the fields of {@link Health} for `JSON.stringify`. */
const shownTo = (hasToken: boolean) => (field: string, value: unknown) => {
  if (typeof value === "number" && TIMES.includes(field)) return new Date(value).toISOString();
  return TEXTS.includes(field) && !hasToken ? undefined : value;
};
