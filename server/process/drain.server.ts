import { setImmediate as nextCheck, setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.server";

/** The process exits at the latest this many milliseconds after the grace period, even with open requests. */
export const DEADLINE_MS = 7_000;

/** Repeats within this time count as one signal: npm forwards a terminal's signal that the server has already got. */
const REPEAT_MS = 1_000;

/** Requests still queued this long after the grace period are refused, which is better than a reset connection. */
const LAST_TURN_MS = 5_500;

/** The listener is closed in an idle turn, after `quietMs` without a new connection if possible within `atMostMs`. */
const LISTENER = { quietMs: 100, atMostMs: 1_000 };

const SWEEP = { quietMs: 0, atMostMs: 250 };

/** A keep-alive connection that was silent for this long counts as unused. */
const IDLE_MS = 1_000;

/** Interval at which idle connections are ended. */
const IDLE_SWEEP_MS = 50;

/** The functions of the page request queue that the drain uses. */
export interface Gate {
  /** Lets no request through until {@link release}; new requests wait. */
  hold(): void;
  release(): void;
  /** Refuses all waiting requests, and all that arrive from now on. */
  close(): void;
}

/** The connections of one server, as the drain reads and ends them. */
export interface Connections {
  /** Number of open connections. */
  count(): number;
  /** Number of connections accepted since the HTTP layer was mounted. */
  accepted(): number;
  /** Closes every connection after the last of its requests that have arrived; an idle one after its next response. */
  endAfterAnswers(): void;
  /** Stops accepting connections. Open connections stay open. */
  stopListening(): void;
  /**
   * Ends the connections that have no request in progress and were silent for `idleMs`. Call it right after an idle
   * turn, because a connection whose request is still unread looks idle.
   */
  endIdle(idleMs: number): void;
}

/** The graceful shutdown of the process. */
export interface Drain {
  /** Aborts when draining begins. */
  readonly signal: AbortSignal;
  /** Includes a server's connections in the drain. */
  watch(connections: Connections): void;
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

/**
 * @param gate queue of page requests
 * @param leave ends the process with a status: 0 when every request was finished, else 1
 */
export function createDrain(logger: Logger, gate: Gate, leave: (status: number) => void): Drain {
  const controller = new AbortController();
  const servers: Connections[] = [];
  const stops: (() => void)[] = [];
  let begunAt = 0;

  const sum = (count: (connections: Connections) => number) => () =>
    servers.reduce((total, connections) => total + count(connections), 0);
  const accepted = sum((connections) => connections.accepted());
  const open = sum((connections) => connections.count());

  function end(status: number): void {
    for (const stop of stops) stop();
    leave(status);
  }

  /** Holds requests until the listener is closed: a client that waits for a response opens no new connection. */
  async function stopListening(): Promise<void> {
    gate.hold();
    await idleTurn(accepted, LISTENER);
    for (const connections of servers) connections.stopListening();
    gate.release();
  }

  async function finish(graceMs: number): Promise<void> {
    const idleMs = Math.min(graceMs, IDLE_MS);
    for (const connections of servers) connections.endAfterAnswers();
    await delay(graceMs);
    await stopListening();
    for (;;) {
      await idleTurn(accepted, SWEEP);
      for (const connections of servers) connections.endIdle(idleMs);
      if (open() === 0) break;
      await delay(IDLE_SWEEP_MS);
    }
    logger.info("every request is finished, leaving");
    end(0);
  }

  return {
    signal: controller.signal,
    watch: (connections) => void servers.push(connections),
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
      setTimeout(() => gate.close(), graceMs + LAST_TURN_MS);
      setTimeout(() => {
        logger.warn("leaving with requests still open");
        end(1);
      }, graceMs + DEADLINE_MS);
    },
  };
}

/** Longest event loop turn that counts as idle. During a longer one, something may have arrived. */
const SHORT_MS = 1;

/** Pause between two checks, so that waiting does not itself keep the event loop busy. */
const PAUSE_MS = 5;

/** Most time between two checks that counts as quiet: while the process is blocked, it reads nothing. */
const COUNTED_MS = 50;

/**
 * Resolves right after a turn of the event loop in which nothing arrived and which took no time. By then everything
 * that the kernel had for this process is read, because immediates run after the poll, which reads every ready socket.
 *
 * @param arrivals returns the number of arrivals so far
 * @param options `quietMs`: for how long nothing should have arrived before; `atMostMs`: after this long any
 *   idle turn is enough, and after twice as long any turn at all
 */
export async function idleTurn(
  arrivals: () => number,
  { quietMs, atMostMs }: { quietMs: number; atMostMs: number },
): Promise<void> {
  const start = performance.now();
  let lastArrivals = arrivals();
  let checkedAt = start;
  let quietFor = 0;
  for (;;) {
    await nextCheck();
    const turnStart = performance.now();
    const before = arrivals();
    await nextCheck();
    const now = performance.now();
    const isIdle = arrivals() === before && now - turnStart < SHORT_MS;
    quietFor = arrivals() === lastArrivals ? quietFor + Math.min(now - checkedAt, COUNTED_MS) : 0;
    lastArrivals = arrivals();
    checkedAt = now;
    if (isIdle && (quietFor >= quietMs || now - start > atMostMs)) return;
    if (now - start > 2 * atMostMs) return;
    await delay(PAUSE_MS);
  }
}
