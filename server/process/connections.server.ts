import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** The connections of one server, for its orderly end. */
export interface Connections {
  /** Open at the moment. */
  count(): number;
  /** Accepted since the server was watched. */
  accepted(): number;
  /** From now on every answer is the last on its connection, those under way included. */
  endAfterAnswers(): void;
  /** Accepts no more. Open connections are left alone. */
  stopListening(): void;
  /**
   * Ends the connections that have no request under way and have not been heard of for a while.
   * To be called when everything that had arrived has been read: what lies unread looks like nothing.
   *
   * @param idleMs for how long
   */
  endIdle(idleMs: number): void;
}

interface Connection {
  /** Under way, oldest first: a client may send the next request before it has the answer. */
  answers: Set<ServerResponse>;
  heardAt: number;
  bytesRead: number;
  endedAt: number | null;
}

/** A client that does not close its side after ours is closed has this long. */
const LINGER_MS = 500;

/** Watches a server's connections from now on. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  let accepted = 0;
  let ending = false;

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket);
    if (known !== undefined) return known;
    const connection: Connection = {
      answers: new Set(),
      heardAt: performance.now(),
      bytesRead: 0,
      endedAt: null,
    };
    connections.set(socket, connection);
    socket.once("close", () => connections.delete(socket));
    return connection;
  }

  server.on("connection", (socket: Socket) => {
    accepted += 1;
    connectionOf(socket);
  });
  // First of all listeners: the others may answer at once.
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connectionOf(socket);
    connection.answers.add(response);
    // Not `once`, which costs more: it comes once.
    response.on("close", () => {
      connection.answers.delete(response);
      hear(socket, connection);
    });
    if (ending) endAfterLast(connection);
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

/** Only the last says so: whatever was sent after it would go unanswered. */
function endAfterLast({ answers }: Connection): void {
  const last = [...answers].at(-1);
  for (const answer of answers) {
    // A response whose head is sent has announced keep-alive already.
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
  // Only our side: a reset would also throw away what the client has not read yet.
  socket.end();
}

function hear(socket: Socket, connection: Connection): void {
  connection.heardAt = performance.now();
  connection.bytesRead = socket.bytesRead;
}
