import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.server";

/** The process exits at the latest this many milliseconds after the grace period, even with open requests. */
export const DEADLINE_MS = 7_000;

/** Repeats within this time count as one signal: npm forwards a terminal's signal that the server has already got. */
const REPEAT_MS = 1_000;

/** What the drain needs of one HTTP server. */
export interface DrainedServer {
  /** From now on every response closes its connection. */
  endConnections(): void;
  /** Stops listening, and resolves when the open requests are finished. */
  close(): Promise<void>;
}

/** The graceful shutdown of the process. */
export interface Drain {
  /** Aborts when draining begins. */
  readonly signal: AbortSignal;
  /** Includes a server in the drain. */
  watch(server: DrainedServer): void;
  /** Registers a function that runs before the process exits, to stop child processes and pools. */
  onLeave(stop: () => void): void;
  /**
   * Begins the drain: `/readyz` answers 503 at once; later the process stops accepting, finishes open requests and
   * exits. A second call at least one second later exits at once.
   *
   * @param graceMs how long to go on accepting, so that a load balancer sees `/readyz` at 503 before connections are
   *   refused
   */
  begin(graceMs: number): void;
}

/** @param leave ends the process with a status: 0 when every request was finished, else 1 */
export function createDrain(logger: Logger, leave: (status: number) => void): Drain {
  const controller = new AbortController();
  const servers: DrainedServer[] = [];
  const stops: (() => void)[] = [];
  let begunAt = 0;

  function end(status: number): void {
    for (const stop of stops) stop();
    leave(status);
  }

  async function finish(graceMs: number): Promise<void> {
    for (const server of servers) server.endConnections();
    await delay(graceMs);
    await Promise.all(servers.map((server) => server.close()));
    logger.info("every request is finished, leaving");
    end(0);
  }

  return {
    signal: controller.signal,
    watch: (server) => void servers.push(server),
    onLeave: (stop) => void stops.push(stop),
    begin(graceMs) {
      if (controller.signal.aborted) {
        if (performance.now() - begunAt >= REPEAT_MS) end(1);
        return;
      }
      begunAt = performance.now();
      logger.info("draining");
      controller.abort();
      void finish(graceMs);
      setTimeout(() => {
        logger.warn("leaving with requests still open");
        end(1);
      }, graceMs + DEADLINE_MS);
    },
  };
}
