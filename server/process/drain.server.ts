import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.server";

/** The process exits at the latest this many milliseconds after the grace period, even with open requests. */
export const DEADLINE_MS = 7_000;

/** How long a closing server looks for requests on connections that it has accepted. */
const LAST_REQUESTS_MS = 250;

/**
 * Creates the graceful shutdown of the process.
 *
 * @param leave ends the process with a status: 0 when every request was finished, else 1
 */
export function createDrain(logger: Logger, leave: (status: number) => void) {
  const controller = new AbortController();
  const servers = new Map<Server, ReadonlySet<ServerResponse>>();

  async function finish(graceMs: number): Promise<void> {
    // remix-serve closes its server on the same signal, and would not accept requests during the grace period.
    for (const server of servers.keys()) server.close = () => server;
    await delay(graceMs);
    // Not the HTTP server's own `close`, which also ends connections whose next request is not read yet.
    for (const server of servers.keys()) NetServer.prototype.close.call(server);
    do await delay(LAST_REQUESTS_MS);
    while ([...servers.values()].some(({ size }) => size > 0));
    logger.info("every request is finished, leaving");
    leave(0);
  }

  return {
    /** Aborts when draining begins. */
    signal: controller.signal,
    /** Includes a server in the drain. @param open its responses that have not ended */
    watch: (server: Server, open: ReadonlySet<ServerResponse>) => void servers.set(server, open),
    /**
     * Begins the drain: `signal` aborts, so that `/readyz` answers 503 and responses close their connections; later the
     * process stops accepting, finishes open requests and exits. A second call does nothing: npm forwards a terminal's
     * signal that the server has already got.
     *
     * @param graceMs how long to go on accepting, so that a load balancer sees `/readyz` at 503 in time
     */
    begin(graceMs: number): void {
      if (controller.signal.aborted) return;
      logger.info("draining");
      controller.abort();
      void finish(graceMs);
      setTimeout(() => {
        logger.warn("leaving with requests still open");
        leave(1);
      }, graceMs + DEADLINE_MS);
    },
  };
}
