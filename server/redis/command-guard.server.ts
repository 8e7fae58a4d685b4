import { createBreaker, type Judgement, type Outcome } from "../resilience/breaker.server";
import { RedisError, redisError } from "./redis-error.server";

/** Longest wait for one answer. */
export const COMMAND_DEADLINE_MS = 100;

/**
 * An answer that took longer is still used, but nothing more is asked for a moment: a page that asks four times in a
 * row, each time almost this slowly and the last time in vain, has waited for less than 250 ms.
 */
const SLOW_MS = 45;

/** How long an answer may take, in milliseconds: until it is slow, and until nobody waits for it any more. */
export interface Patience {
  slowMs: number;
  deadlineMs: number;
}

/** So that a page waits for less than 250 ms in all. */
export const PATIENCE: Patience = { slowMs: SLOW_MS, deadlineMs: COMMAND_DEADLINE_MS };

/** What came back, and whether it took long. */
interface Answer<T> {
  answer: T;
  slow: boolean;
}

export interface CommandGuard {
  /** Runs a command within its deadline. */
  run<T>(command: () => Promise<T>): Promise<Answer<T>>;
  /** Whether the last command says that the server is well; when not, only a probe is to be run. */
  isWell(): boolean;
}

/** What says that the server is ill. A full one and a replica answer in time: they are only not written to. */
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
    const cancelSlow = whenUnanswered(slowMs, () => (slow = true));
    const cancelLate = whenUnanswered(deadlineMs, late);
    const end = () => {
      cancelSlow();
      cancelLate();
    };
    answered.then((answer) => resolve({ answer, slow }), reject).finally(end);
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
