import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Connections } from "../process/drain.server";
import { ADDRESS_LIMIT } from "../process/request-url.server";
import type { HttpLayer } from "./http-layer.server";

interface Connection {
  /** In progress or waiting, oldest first: a client may send its next request before it has the response. */
  responses: Set<ServerResponse>;
  /** Start functions of requests that wait for the response before them. */
  waiting: (() => void)[];
  activeAt: number;
  bytesRead: number;
  endedAt: number | null;
}

/** A client has this long to close its side of a connection after the server has closed its own. */
const LINGER_MS = 500;

/** Most requests waiting on one connection. Browsers and proxies send one at a time; Node parses 2,000 at once. */
const MOST_WAITING = 64;

/**
 * Timeouts of Node's HTTP server, in milliseconds. Node checks for late requests only at intervals, and applies
 * the smaller of the first two to the head of a request. A connection is closed at the latest 15 s after the start of
 * an unfinished head and 30 s after the start of a request with an unfinished body.
 */
export const CONNECTION_TIMEOUTS = {
  headersTimeout: 14_000,
  /** From the first byte of the head to the last of the body. */
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  /** Longer than a load balancer keeps its side open (commonly 60 s), so that it never writes to a closed socket. */
  keepAliveTimeout: 61_000,
};

/**
 * Puts the HTTP layer in front of a server's own listeners, sets the timeouts (their checking interval is fixed once
 * the server listens), and tracks the server's connections from now on.
 *
 * Requests of one connection are handled one after another: pipelined requests (RFC 9112, section 9.3.2) wait for the
 * response before them. Otherwise one connection could put thousands of requests into the queue of its network. A
 * connection with too many waiting requests is closed. Bytes that cannot be parsed as a request are answered as Node
 * does by default, except for the status.
 */
export function mountHttpLayer(server: Server, layer: HttpLayer): Connections {
  const connections = new Map<Socket, Connection>();
  let accepted = 0;
  let ending = false;

  function connectionOf(socket: Socket): Connection {
    const existing = connections.get(socket);
    if (existing !== undefined) return existing;
    const connection: Connection = {
      responses: new Set(),
      waiting: [],
      activeAt: performance.now(),
      bytesRead: 0,
      endedAt: null,
    };
    connections.set(socket, connection);
    socket.once("close", () => connections.delete(socket));
    return connection;
  }

  Object.assign(server, CONNECTION_TIMEOUTS);
  const listeners = server.rawListeners("request");
  server.removeAllListeners("request");
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    connectionOf(socket);
  });
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    const { responses, waiting } = connection;
    const begin = () =>
      layer(request, response, () => {
        for (const listener of listeners) listener.call(server, request, response);
      });
    responses.add(response);
    // A response closes once. `once` would cost more than `on`.
    response.on("close", () => {
      responses.delete(response);
      recordActivity(socket, connection);
      if (!socket.destroyed) waiting.shift()?.();
    });
    if (ending) endAfterLast(connection);
    if (responses.size === 1) begin();
    else if (waiting.push(begin) > MOST_WAITING) socket.destroy();
  });
  server.on("clientError", (error: ClientError, socket: Socket) => {
    const responses = [...(connections.get(socket)?.responses ?? [])];
    const isMidResponse = responses.some(({ headersSent, closed }) => headersSent && !closed);
    if (socket.writable && !isMidResponse) {
      const status = clientErrorStatus(error);
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    }
    socket.destroy();
  });

  return {
    count: () => connections.size,
    accepted: () => accepted,
    endAfterAnswers() {
      ending = true;
      for (const connection of connections.values()) endAfterLast(connection);
      // Disabled, because remix-serve closes its server on the same signal and would drop requests not yet read.
      server.close = () => server;
    },
    stopListening() {
      // Not the HTTP server's own `close`, which also drops every connection that looks idle to it.
      if (server.listening) NetServer.prototype.close.call(server);
    },
    endIdle(idleMs) {
      const now = performance.now();
      for (const [socket, connection] of connections) endIfIdle(socket, connection, now, idleMs);
    },
  };
}

/** Only the last response may say `Connection: close`: the client would get no response to requests after it. */
function endAfterLast({ responses }: Connection): void {
  const last = [...responses].at(-1);
  for (const response of responses) {
    // A response whose head is sent has announced keep-alive already.
    if (!response.headersSent) response.shouldKeepAlive = response !== last;
  }
}

function endIfIdle(socket: Socket, connection: Connection, now: number, idleMs: number): void {
  if (connection.responses.size > 0) return;
  if (connection.endedAt !== null) {
    if (now - connection.endedAt > LINGER_MS) socket.destroy();
    return;
  }
  if (socket.bytesRead !== connection.bytesRead) recordActivity(socket, connection);
  if (now - connection.activeAt < idleMs) return;
  connection.endedAt = now;
  // Closes only the sending side: a reset would also discard data that the client has not read yet.
  socket.end();
}

function recordActivity(socket: Socket, connection: Connection): void {
  connection.activeAt = performance.now();
  connection.bytesRead = socket.bytesRead;
}

/** The error that Node reports for a request that it could not parse. */
export interface ClientError extends Error {
  code?: string;
  /** The bytes at which the parser gave up. */
  rawPacket?: Buffer;
}

const STATUSES: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TOO_LONG = new RegExp(`^[A-Z]+ [^ \\r\\n]{${ADDRESS_LIMIT}}`);

/**
 * Returns the status for bytes that Node could not parse as a request. Node rejects a head of 16 KB; when the address
 * alone takes half of that, the status is 414.
 */
export function clientErrorStatus({ code = "", rawPacket }: ClientError): number {
  const start = rawPacket?.toString("latin1", 0, ADDRESS_LIMIT + 16) ?? "";
  if (code === "HPE_HEADER_OVERFLOW" && TOO_LONG.test(start)) return 414;
  return STATUSES[code] ?? 400;
}
