import type { Metrics } from "../operations/metrics.server";
import { OPERATION_PATHS } from "../operations/operations.server";
import { truncateAddress } from "../process/client-address.server";
import { loggedPath, type Logger } from "../process/logger.server";
import { METHODS } from "./guard/refusals.server";
import { OTHER, type RouteTable } from "./route-table.server";
import type { Visit } from "./visit.server";

const LONGEST_PATH = 200;

export interface AccessLogOptions {
  logger: Logger;
  metrics: Pick<Metrics, "requests">;
  routes: Pick<RouteTable, "label">;
}

/**
 * Logs and measures a request when its response closes, finished or aborted: one JSON line, with neither query string
 * nor user agent, because both can identify a person.
 */
export function logOnClose(
  { request, response, context, path, address }: Visit,
  { logger, metrics, routes }: AccessLogOptions,
): void {
  const { socket, method = "" } = request;
  const start = performance.now();
  const bytesBefore = socket.bytesWritten;
  // A response closes once. `once` would cost more than `on`.
  response.on("close", () => {
    const ms = performance.now() - start;
    const status = response.statusCode;
    // Route patterns are not run on a refused address: their run time may grow with the square of its length.
    const route = typeof address === "string" ? OTHER : routes.label(path);
    const methodLabel = METHODS.includes(method) ? method : "other";
    metrics.requests.observe({ method: methodLabel, route, status }, ms / 1000);
    // Health checks and scrapes come all day.
    const isFrequent = OPERATION_PATHS.some((frequent) => frequent === path);
    const level = isFrequent && status < 300 ? "debug" : "info";
    logger[level](
      {
        requestId: context.requestId,
        method,
        path: loggedPath(path, route !== OTHER && status !== 404).slice(0, LONGEST_PATH),
        status,
        ms: Math.round(ms * 10) / 10,
        // As sent on the wire, headers included.
        bytes: socket.bytesWritten - bytesBefore,
        client: truncateAddress(context.clientAddress),
        ...(!response.writableFinished && { aborted: true }),
      },
      "request",
    );
  });
}
