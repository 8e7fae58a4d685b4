import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that wait on one connection. Browsers and proxies have at most one under way; Node reads 2,000 at once. */
const MOST_WAITING = 64;

/**
 * Makes a function that hands on the requests of each connection one after the other: those that a client sends before
 * it has the answer to the first (pipelining, RFC 9112, section 9.3.2) wait for that answer. Otherwise one connection
 * would have thousands of requests in the queue of its network, as fast as it can send. It is closed when too many wait.
 *
 * @returns to be called with each request, and with what answers it, at the latest when the one before has been answered
 */
export function createPipelines() {
  /** What waits on a connection that has a request under way. */
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return ({ socket }: IncomingMessage, response: ServerResponse, answer: () => void): void => {
    // Not `once`, which costs more: it comes once.
    response.on("close", () => {
      const next = waiting.get(socket)?.shift();
      if (next === undefined || socket.destroyed) waiting.delete(socket);
      else next();
    });
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      answer();
    } else if (queue.push(answer) > MOST_WAITING) {
      socket.destroy();
    }
  };
}
