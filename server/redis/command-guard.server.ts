import { createBreaker, type Judgement, type Outcome } from "../resilience/breaker.server";
import { RedisError, redisError } from "./redis-error.server";

/** Longest wait for one answer, in milliseconds. */
export const COMMAND_DEADLINE_MS = 100;

/**
 * An answer that took longer is used, but no further command is sent for a moment. A page with four commands in a row,
 * three almost this slow and the last without an answer, then waits for less than 250 ms.
 */
const SLOW_MS = 45;

/** The milliseconds after which an answer counts as slow, and after which the command has failed. */
export const PATIENCE = { slowMs: SLOW_MS, deadlineMs: COMMAND_DEADLINE_MS };

export type Patience = typeof PATIENCE;

/** The answer of a command, and whether it was slow. */
interface Answer<T> {
  answer: T;
  slow: boolean;
}

export interface CommandGuard {
  /** Runs a command within its deadline. */
  run<T>(command: () => Promise<T>): Promise<Answer<T>>;
  /** Whether the last command was answered in time. While it was not, only probes are to be run. */
  isWell(): boolean;
}

/** A full server and a replica answer in time: they are well, and only writes to them fail. */
function judge(outcome: Outcome<Answer<unknown>>): Judgement {
  if ("value" in outcome) return outcome.value.slow ? "ill" : "well";
  return ["timeout", "connection"].includes(redisError(outcome.error).kind) ? "ill" : "well";
}

/**
 * A breaker that opens with the first failure or slow answer. It has no cool-down: whoever owns it asks `isWell`, and
 * probes the server by a clock of its own.
 *
 * @param onChange called when its state has changed
 */
export function createCommandGuard(onChange: () => void, patience = PATIENCE): CommandGuard {
  const breaker = createBreaker({
    threshold: 1,
    firstCoolDownMs: 0,
    longestCoolDownMs: 0,
    refuse: () => new RedisError("not-sent", "redis is away"),
    onChange,
  });
  return {
    run: (command) => breaker.execute(() => inTime(command, patience), judge),
    isWell: () => breaker.state() === "closed",
  };
}

function inTime<T>(
  command: () => Promise<T>,
  { slowMs, deadlineMs }: Patience,
): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const answered = command();
    let slow = false;
    const late = () => reject(new RedisError("timeout", `no answer within ${deadlineMs} ms`));
    const cancels = [whenUnanswered(slowMs, () => (slow = true)), whenUnanswered(deadlineMs, late)];
    answered
      .then((answer) => resolve({ answer, slow }), reject)
      .finally(() => cancels.forEach((cancel) => cancel()));
  });
}

/**
 * Calls back after so many milliseconds, once what has arrived from the network by then was read. A process that was
 * busy itself would otherwise take a server for slow whose answer was there in time.
 *
 * @returns cancels it
 */
function whenUnanswered(milliseconds: number, callback: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (afterReading = setImmediate(callback)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
}
