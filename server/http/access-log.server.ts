import type { ServerBuild } from "@remix-run/node";
import type { Metrics } from "../operations/metrics.server";
import { OPERATION_PATHS } from "../operations/operations.server";
import { truncateAddress } from "../process/client-address.server";
import { loggedPath, type Logger } from "../process/logger.server";
import { METHODS, type Visit } from "./visit.server";

const LONGEST_PATH = 200;

/** Label of paths without a route. */
const OTHER = "other";

/** Returns the Remix routes by id. Not called before the first request. No layout of this site has a path. */
export type Routes = () => ServerBuild["routes"];

export interface AccessLogOptions {
  logger: Logger;
  metrics: Pick<Metrics, "requests">;
  routes: Routes;
}

/**
 * Creates the function that logs and measures a request when its response closes, finished or aborted: one JSON line,
 * with neither query string nor user agent, because both can identify a person.
 */
export function createAccessLog({ logger, metrics, routes }: AccessLogOptions) {
  const label = createRouteLabels(routes);

  return ({ request, response, context, path, address }: Visit): void => {
    const { socket, method = "" } = request;
    const start = performance.now();
    const bytesBefore = socket.bytesWritten;
    // A response closes once. `once` would cost more than `on`.
    response.on("close", () => {
      const ms = performance.now() - start;
      const status = response.statusCode;
      // Route patterns are not run on a refused address: their run time may grow with the square of its length.
      const route = typeof address === "string" ? OTHER : label(path);
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
  };
}

/**
 * Creates the function that returns the route of a path as a label for metrics: one of the product's own patterns
 * (`/ref/*`), never text that a visitor typed, so that the number of series stays bounded. It takes a path without query
 * string and without empty segments.
 */
export function createRouteLabels(routes: Routes): (path: string) => string {
  let table: ReturnType<typeof patternsOf> | undefined;
  return (path) => {
    if (OPERATION_PATHS.some((own) => own === path)) return path;
    const { pages, beginnings } = (table ??= patternsOf(routes()));
    if (pages.has(path)) return path;
    const page = path.replace(/^\/_root\.data$/, "/").replace(/\.data$|(?<=.)\/$/, "");
    const label = page.toLowerCase();
    if (pages.has(label)) return label;
    const beginning = beginnings.find((start) => label.startsWith(start) && label !== start);
    return beginning === undefined ? OTHER : `${beginning}*`;
  };
}

function patternsOf(routes: ServerBuild["routes"]) {
  const pages = new Set<string>();
  const beginnings = ["/assets/"];
  for (const { path = "", index = false } of Object.values(routes)) {
    if (path.endsWith("/*")) beginnings.push(`/${path.slice(0, -1)}`);
    else if (path !== "*" && (path !== "" || index)) pages.add(`/${path}`);
  }
  return { pages, beginnings };
}
