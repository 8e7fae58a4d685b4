import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import type { Metrics } from "../operations/metrics.server";
import { answerOperation, OPERATION_PATHS, type Operations } from "../operations/operations.server";
import { loggedPath, logError, type Logger } from "../process/logger.server";
import { truncateAddress, withRequestContext } from "../process/request-context.server";
import type { Settings } from "../process/settings.server";
import { sendMade, type MadePages, type Routes } from "./made-pages.server";
import { prepareHeaders } from "./response-headers.server";
import { sendServerError, sendSmallPage, type SmallPage } from "./small-page.server";
import {
  ADDRESS_LIMIT,
  findRefusal,
  isForeignRead,
  limitBody,
  METHODS,
  receive,
  STATUSES,
  type Refusal,
  type Visit,
} from "./visit.server";

export interface HttpLayerOptions extends Operations {
  settings: Settings;
  logger: Logger;
  metrics: Operations["metrics"] & Pick<Metrics, "requests">;
  routes: Routes;
  /** Whether the process is overloaded. */
  lags: () => boolean;
  /** Aborts when the process begins to drain: connections then close after their responses. */
  draining: AbortSignal;
  madePages: MadePages;
  /** Returns the page that says why a request is refused, in the visitor's language where there are several. */
  refusalPage: (refusal: Refusal, visit: Visit) => SmallPage;
  /** Off for the development server, which injects scripts of its own. */
  contentSecurityPolicy: boolean;
}

/**
 * Creates the layer that every request passes before Express, Vite or remix-serve. An error results in a response of
 * status 500 and a log line.
 *
 * @returns `mount`: puts the layer in front of a server's own listeners; `open`: the responses that have not ended
 */
export function createHttpLayer(options: HttpLayerOptions) {
  const { settings, logger, lags, madePages, refusalPage, draining } = options;
  const { siteName, siteUrl } = settings;
  const logOnClose = createAccessLog(options);
  const open = new Set<ServerResponse>();

  /** Answers a request, or hands it on to Express, which serves files, and then to Remix. */
  async function answer(visit: Visit, handOn: () => void): Promise<void> {
    const { request, response, context, path, address, isUnsafe } = visit;
    logOnClose(visit);

    // Public pages and views that are in memory are sent also under overload. Looking for one may refresh it, at the
    // expense of the visitor's network.
    const mayFind = address instanceof URL && !isUnsafe && !isForeignRead(request.headers);
    const shared = mayFind ? madePages(address, request.headers) : null;
    const found = shared?.find();
    if (found) return sendMade(visit, found);
    prepareHeaders(visit, options);

    // Answered for any `Host`, also under overload and while the process drains.
    const operation = OPERATION_PATHS.find((candidate) => candidate === path);
    if (operation && !isUnsafe && address !== "too-long") {
      return answerOperation(operation, request, response, options, context);
    }
    if (isUnsafe) {
      response.setHeader("Vary", "Sec-Fetch-Site, Origin");
      limitBody(request, () => {
        if (!response.headersSent) void run(visit, () => turnAway(visit, "too-large"));
      });
    }
    const refusal = findRefusal(visit, lags, siteUrl.origin);
    const last = refusal === "busy" ? shared?.findLast() : undefined;
    if (last) return sendMade(visit, last);
    if (refusal !== null) return turnAway(visit, refusal);
    // `findRefusal` has checked the origin. Remix would check it again and answer an unreadable one with an empty 500.
    delete request.headers.origin;

    const made = await shared?.make();
    // Meanwhile the client may have left, or a body that is too large may have been refused.
    if (response.closed || response.writableEnded) return;
    if (made) return sendMade(visit, made);
    handOn();
  }

  function turnAway(visit: Visit, refusal: Refusal): void {
    const { response } = visit;
    const page = refusalPage(refusal, visit);
    if (refusal === "method") response.setHeader("Allow", METHODS.join(", "));
    if (refusal === "busy") response.setHeader("Retry-After", "5");
    sendSmallPage(response, STATUSES[refusal], page, siteName);
  }

  /** Runs a step of a request in its context. */
  const run = (visit: Visit, step: () => void | Promise<void>) =>
    withRequestContext(visit.context, async () => {
      try {
        await step();
      } catch (error) {
        logError(logger, error);
        if (!visit.response.headersSent) prepareHeaders(visit, options);
        sendServerError(visit.response, siteName);
      }
    });

  return {
    open: open as ReadonlySet<ServerResponse>,
    mount(server: Server): void {
      Object.assign(server, CONNECTION_LIMITS);
      const listeners = server.rawListeners("request");
      server.removeAllListeners("request");
      const take = (request: IncomingMessage, response: ServerResponse) => {
        open.add(response);
        response.on("close", () => open.delete(response));
        if (draining.aborted) response.shouldKeepAlive = false;
        const visit = receive(request, response, settings);
        const handOn = () => {
          for (const listener of listeners) listener.call(server, request, response);
        };
        void run(visit, () => answer(visit, handOn));
      };
      server.on("request", take);
      // For an `Expect` that Node does not know. A server may ignore it (RFC 9110, section 10.1.1).
      server.on("checkExpectation", take);
      server.on("clientError", (error, socket) => answerUnreadable(error, socket, open));
    },
  };
}

/**
 * Limits of Node's HTTP server, times in milliseconds. Node checks for late requests only at intervals, and applies the
 * smaller of the first two to the head of a request. A connection is closed at the latest 15 s after the start of an
 * unfinished head and 30 s after the start of a request with an unfinished body. To be set before the server listens.
 */
const CONNECTION_LIMITS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
  /** In bytes. Twice Node's default, so that too long an address is answered by this product. */
  maxHeaderSize: 32 * 1024,
};

/** The statuses that Node has for requests that it cannot read; 400 for any other error. */
const UNREADABLE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers a request that Node cannot read with a sentence: Node's own answer has none, and browsers show it as blank. A
 * connection with an open response is cut off.
 */
function answerUnreadable(
  { code = "", rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer },
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
): void {
  const isAnswered = [...open].some((response) => response.socket === socket);
  if (!socket.writable || isAnswered) return void socket.destroy();
  // A client that sends its address in pieces gets 431.
  const [method, target = ""] = rawPacket?.toString("latin1").split(" ", 2) ?? [];
  const isOverflow = code === "HPE_HEADER_OVERFLOW";
  const status = isOverflow && target.length > ADDRESS_LIMIT ? 414 : (UNREADABLE[code] ?? 400);
  const text = isOverflow
    ? "The address or the cookies are too long.\n"
    : "The request cannot be read.\n";
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n`;
  socket.end(method === "HEAD" ? head : head + text);
}

/** Longest mean lag, in milliseconds, of a process that keeps up. */
const LONGEST_LAG_MS = 200;

/**
 * How often the lag is judged. A long task or the first pages after a start are no overload: two means in a row count.
 */
const JUDGED_EVERY_MS = 500;

/** Watches the event loop. @returns a function that tells whether it has lagged for a second */
export function watchEventLoop(): () => boolean {
  const delays = monitorEventLoopDelay();
  delays.enable();
  let lagged = false;
  let lags = false;
  setInterval(() => {
    // Tasks as long as this time leave no measurement, and no mean.
    const late = !(delays.mean / 1e6 <= LONGEST_LAG_MS);
    lags = late && lagged;
    lagged = late;
    delays.reset();
  }, JUDGED_EVERY_MS).unref();
  return () => lags;
}

/** Longest path in a log line. */
const LONGEST_PATH = 200;

/** Label of paths without a route. */
const OTHER = "other";

/**
 * Creates the function that logs and measures a request when its response closes, finished or aborted: one JSON line,
 * with neither query string nor user agent, because both can identify a person.
 */
function createAccessLog({ logger, metrics, routes }: HttpLayerOptions) {
  const label = createRouteLabels(routes);

  return ({ request, response, context, path, address }: Visit): void => {
    const { socket, method = "" } = request;
    const start = performance.now();
    const bytesBefore = socket.bytesWritten;
    // A response closes once. `once` would cost more than `on`.
    response.on("close", () => {
      const ms = performance.now() - start;
      const status = response.headersSent ? response.statusCode : 499; // closed before one began
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

function patternsOf(routes: ReturnType<Routes>) {
  const pages = new Set<string>();
  const beginnings = ["/assets/"];
  for (const { path = "", index = false } of Object.values(routes)) {
    if (path.endsWith("/*")) beginnings.push(`/${path.slice(0, -1)}`);
    else if (path !== "*" && (path !== "" || index)) pages.add(`/${path}`);
  }
  return { pages, beginnings };
}
