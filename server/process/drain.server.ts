import { setImmediate as nextCheck, setTimeout as delay } from "node:timers/promises";
import type { Logger } from "./logger.server";

/** The process leaves at the latest so many milliseconds after the grace period, also with open requests. */
export const DEADLINE_MS = 7_000;

/** npm hands a signal of the terminal on to a server that has had it already: repeats so soon are one signal. */
const REPEAT_MS = 1_000;

/** Requests that have not had their turn so long after the grace period are told to come back: better than a reset. */
const LAST_TURN_MS = 5_500;

/** The listener is closed in a quiet turn, after nobody has connected for a while if such a while comes in time. */
const LISTENER = { quietMs: 100, atMostMs: 1_000 };

const SWEEP = { quietMs: 0, atMostMs: 250 };

/** A keep-alive connection that was silent for this long counts as unused. */
const IDLE_MS = 1_000;

/** How often connections that have become idle are ended. */
const IDLE_SWEEP_MS = 50;

/** The queue of requests for pages, as far as the end of the process holds it up. */
export interface Gate {
  /** Lets no request through until {@link release}; requests that come wait. */
  hold(): void;
  release(): void;
  /** Turns away all requests that wait, and those that come from now on. */
  close(): void;
}

/** What the orderly end needs to know and do of the connections of one server. */
export interface Connections {
  /** Open at the moment. */
  count(): number;
  /** Accepted since the server was taken over. */
  accepted(): number;
  /** Makes every answer the last on its connection, those under way included. */
  endAfterAnswers(): void;
  /** Accepts no more. Open connections are left alone. */
  stopListening(): void;
  /**
   * Ends the connections that have no request under way and were silent for so long. To be called right after an idle
   * turn: a connection whose request still lies unread looks idle.
   */
  endIdle(idleMs: number): void;
}

/** The orderly end of the process. */
export interface Drain {
  /** Aborts when draining begins; event streams end on it. */
  readonly signal: AbortSignal;
  /** Includes a server's connections in the drain. */
  watch(connections: Connections): void;
  /** Runs before the process leaves (child processes, pools). */
  onLeave(stop: () => void): void;
  /**
   * Begins: not ready at once, then stop accepting, finish open requests, leave.
   * Called again a second later or more it leaves at once.
   *
   * @param graceMs how long to go on accepting, so that a load balancer sees `/readyz` at 503 before connections are
   *   refused
   */
  begin(graceMs: number): void;
}

/**
 * @param gate to the pages
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

  /** Holds requests meanwhile: a client that waits for an answer opens no new connection. */
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

/** A longer turn did some work, and something may have arrived meanwhile. */
const SHORT_MS = 1;

/** Between two looks, so that waiting does not itself keep the loop busy. */
const PAUSE_MS = 5;

/** Of the time between two looks this much counts as quiet at most: while the process stands still, it reads nothing. */
const COUNTED_MS = 50;

/**
 * Resolves right after a turn of the event loop in which nothing arrived and no time was spent: everything that the
 * kernel had for this process has been read then, because immediates run after the poll that reads every ready socket.
 *
 * @param arrivals counts what may arrive
 * @param wanted `quietMs`: for how long nothing should have arrived before; `atMostMs`: after this long any
 *   quiet turn will do, and after twice as long any turn at all
 */
export async function idleTurn(
  arrivals: () => number,
  { quietMs, atMostMs }: { quietMs: number; atMostMs: number },
): Promise<void> {
  const start = performance.now();
  let seen = arrivals();
  let looked = start;
  let quietFor = 0;
  for (;;) {
    await nextCheck();
    const begun = performance.now();
    const before = arrivals();
    await nextCheck();
    const now = performance.now();
    const isQuiet = arrivals() === before && now - begun < SHORT_MS;
    quietFor = arrivals() === seen ? quietFor + Math.min(now - looked, COUNTED_MS) : 0;
    seen = arrivals();
    looked = now;
    if (isQuiet && (quietFor >= quietMs || now - start > atMostMs)) return;
    if (now - start > 2 * atMostMs) return;
    await delay(PAUSE_MS);
  }
}
