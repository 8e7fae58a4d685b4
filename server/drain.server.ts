import type { Server } from "node:http";
import type { Logger } from "./logger.server";

/**
 * After the signal the server still accepts for this long, so that a load balancer sees `/readyz` at 503
 * before connections are refused.
 */
export const GRACE_MS = 2_000;

/** The process has left by then, open requests or not (contract section 5). */
export const DEADLINE_MS = 9_000;

/** How often keep-alive connections that have become idle are closed. */
const IDLE_SWEEP_MS = 100;

/** The orderly end of the process. */
export interface Drain {
  /** Aborts when draining begins; event streams end on it. */
  readonly signal: AbortSignal;
  /** Includes a server in the drain. */
  watch(server: Server): void;
  /** Runs before the process leaves (child processes, pools). */
  onLeave(stop: () => void): void;
  /**
   * Begins: not ready at once, then stop accepting, finish open requests, leave.
   * Called a second time it leaves at once.
   *
   * @param graceMs how long to go on accepting
   */
  begin(graceMs: number): void;
}

/**
 * @param leave ends the process with a status: 0 when every request was finished, else 1
 */
export function createDrain(logger: Logger, leave: (status: number) => void): Drain {
  const controller = new AbortController();
  const servers = new Set<Server>();
  const stops: (() => void)[] = [];

  function end(status: number): void {
    for (const stop of stops) stop();
    leave(status);
  }

  async function closeAll(): Promise<void> {
    const sweep = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, IDLE_SWEEP_MS);
    await Promise.all([...servers].map(closed));
    clearInterval(sweep);
    logger.info("every request is finished, leaving");
    end(0);
  }

  return {
    signal: controller.signal,
    watch: (server) => void servers.add(server),
    onLeave: (stop) => void stops.push(stop),
    begin(graceMs) {
      if (controller.signal.aborted) return end(1);
      logger.info("draining");
      controller.abort();
      setTimeout(() => void closeAll(), graceMs);
      setTimeout(() => {
        logger.warn("leaving with requests still open");
        end(1);
      }, DEADLINE_MS);
    },
  };
}

function closed(server: Server): Promise<void> {
  // A server that someone else has already closed calls back with an error, which is as good.
  return new Promise((resolve) => void server.close(() => resolve()));
}
