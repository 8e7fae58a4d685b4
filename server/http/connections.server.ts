import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Connections } from "../process/drain.server";
import { ADDRESS_LIMIT } from "../process/request-url.server";
import type { HttpLayer } from "./http-layer.server";

interface Connection {
  /** Under way or waiting, oldest first: a client may send the next request before it has the answer. */
  answers: Set<ServerResponse>;
  /** Begins what waits for the answer before it. */
  waiting: (() => void)[];
  heardAt: number;
  bytesRead: number;
  endedAt: number | null;
}

/** A client has this long to close its side of a connection after the server has closed its own. */
const LINGER_MS = 500;

/** Requests that wait on one connection. Browsers and proxies have at most one under way; Node reads 2,000 at once. */
const MOST_WAITING = 64;

/**
 * How long a connection may take, in milliseconds, as options of Node's HTTP server. Node looks for late
 * requests only from time to time and takes the smaller of the first two for the head of a request: counted
 * to the end of the connection, an unfinished head has 15 s and an unfinished body 30 s.
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
 * Puts the HTTP layer in front of a server's own listeners, gives it the product's timeouts (how often they are looked
 * at is fixed once the server listens), and keeps account of its connections from now on.
 *
 * Requests of one connection are handed on one after the other: those that a client sends before it has the answer to
 * the first (pipelining, RFC 9112, section 9.3.2) wait for that answer. Otherwise one connection would have thousands of
 * requests in the queue of its network, as fast as it can send. It is closed when too many wait. What cannot be read as
 * a request is answered as Node does by itself, but for the status.
 */
export function takeConnections(server: Server, layer: HttpLayer): Connections {
  const connections = new Map<Socket, Connection>();
  let accepted = 0;
  let ending = false;

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      answers: new Set(),
      waiting: [],
      heardAt: performance.now(),
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
    const { answers, waiting } = connection;
    const begin = () =>
      layer(request, response, () => {
        for (const listener of listeners) listener.call(server, request, response);
      });
    answers.add(response);
    // A response closes once. `once` would cost more than `on`.
    response.on("close", () => {
      answers.delete(response);
      hear(socket, connection);
      if (!socket.destroyed) waiting.shift()?.();
    });
    if (ending) endAfterLast(connection);
    if (answers.size === 1) begin();
    else if (waiting.push(begin) > MOST_WAITING) socket.destroy();
  });
  server.on("clientError", (error: ClientError, socket: Socket) => {
    const answers = [...(connections.get(socket)?.answers ?? [])];
    const isMidResponse = answers.some(({ headersSent, closed }) => headersSent && !closed);
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
      // remix-serve closes its server at the same signal, which would drop requests not yet read.
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

/** Only the last answer may say `Connection: close`: the client would get no answer to requests after it. */
function endAfterLast({ answers }: Connection): void {
  const last = [...answers].at(-1);
  for (const answer of answers) {
    // An answer whose head is sent has announced keep-alive already.
    if (!answer.headersSent) answer.shouldKeepAlive = answer !== last;
  }
}

function endIfIdle(socket: Socket, connection: Connection, now: number, idleMs: number): void {
  if (connection.answers.size > 0) return;
  if (connection.endedAt !== null) {
    if (now - connection.endedAt > LINGER_MS) socket.destroy();
    return;
  }
  if (socket.bytesRead !== connection.bytesRead) hear(socket, connection);
  if (now - connection.heardAt < idleMs) return;
  connection.endedAt = now;
  // Closes only the sending side: a reset would also throw away what the client has not read yet.
  socket.end();
}

function hear(socket: Socket, connection: Connection): void {
  connection.heardAt = performance.now();
  connection.bytesRead = socket.bytesRead;
}

/** What Node tells of a request that it could not read. */
export interface ClientError extends Error {
  code?: string;
  /** The bytes at which it gave up. */
  rawPacket?: Buffer;
}

const STATUSES: Record<string, number | undefined> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const TOO_LONG = new RegExp(`^[A-Z]+ [^ \\r\\n]{${ADDRESS_LIMIT}}`);

/**
 * The status for bytes that Node could not read as a request. Node gives up on a head of 16 KB; when the address alone
 * takes half of that, the status is 414.
 */
export function clientErrorStatus({ code = "", rawPacket }: ClientError): number {
  const start = rawPacket?.toString("latin1", 0, ADDRESS_LIMIT + 16) ?? "";
  if (code === "HPE_HEADER_OVERFLOW" && TOO_LONG.test(start)) return 414;
  return STATUSES[code] ?? 400;
}
