import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "../process/logger.server";
import type { RequestContext } from "../process/request-context.server";
import { pathOf } from "../process/request-url.server";
import { OTHER } from "./route-label.server";
import { METHODS } from "./guard/find-refusal.server";
import { logAccess } from "../operations/access-log.server";
import type { Metrics } from "../operations/metrics.server";

/**
 * Logs and measures a request once its response has ended, however it ends.
 *
 * @param labelOf names the route of a path, one of a bounded set; called when the response has ended
 */
export function observeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, trace, clientAddress }: RequestContext,
  labelOf: (path: string) => string,
  { logger, metrics }: { logger: Logger; metrics: Pick<Metrics, "requests"> },
): void {
  const start = performance.now();
  const { socket, method = "" } = request;
  const path = pathOf(request.url ?? "");
  const bytesBefore = socket.bytesWritten;
  // Not `once`, which costs more: the event comes once.
  response.on("close", () => {
    const milliseconds = performance.now() - start;
    const status = response.statusCode;
    const route = labelOf(path);
    const known = METHODS.includes(method) ? method : "other";
    metrics.requests.observe({ method: known, route, status }, milliseconds / 1000);
    logAccess(logger, {
      requestId,
      traceId: trace.id,
      clientAddress,
      method,
      path,
      known: route !== OTHER && status !== 404,
      status,
      milliseconds,
      bytes: socket.bytesWritten - bytesBefore,
      aborted: !response.writableFinished,
    });
  });
}
