import { createBreaker, type Judgement, type Outcome } from "../resilience/breaker.server";
import { RedisError, redisError } from "./redis-error.server";

/** Longest wait for the answer of a command, in milliseconds. */
export const COMMAND_DEADLINE_MS = 100;

/**
 * A slower answer is used, but then no command is sent for a moment. A page with four commands in a row, three almost
 * this slow and the last without an answer, waits less than 250 ms in total.
 */
const SLOW_AFTER_MS = 45;

/** The milliseconds after which an answer counts as slow, and after which the command has failed. */
export const COMMAND_LIMITS = { slowMs: SLOW_AFTER_MS, deadlineMs: COMMAND_DEADLINE_MS };

export type CommandLimits = typeof COMMAND_LIMITS;

/** The answer of a command, and whether it was slow. */
interface Answer<T> {
  answer: T;
  slow: boolean;
}

export interface CommandGuard {
  /** Runs a command within its deadline. */
  run<T>(command: () => Promise<T>): Promise<Answer<T>>;
  /** Whether the last command was answered in time. If not, only probes may be run. */
  isHealthy(): boolean;
}

/** Judges the outcome of a command. A full server or a replica is `healthy`: it answers in time, only writes fail. */
function judge(outcome: Outcome<Answer<unknown>>): Judgement {
  if ("value" in outcome) return outcome.value.slow ? "faulty" : "healthy";
  return ["timeout", "connection"].includes(redisError(outcome.error).kind) ? "faulty" : "healthy";
}

/**
 * Creates a breaker that opens with the first failure or slow answer. It has no cool-down: the caller checks `isHealthy`
 * and probes the server on a timer of its own.
 *
 * @param onChange called when the breaker's state has changed
 */
export function createCommandGuard(onChange: () => void, patience = COMMAND_LIMITS): CommandGuard {
  const breaker = createBreaker({
    threshold: 1,
    firstCoolDownMs: 0,
    longestCoolDownMs: 0,
    refuse: () => new RedisError("not-sent", "redis is away"),
    onChange,
  });
  return {
    run: (command) => breaker.execute(() => withDeadline(command, patience), judge),
    isHealthy: () => breaker.state() === "closed",
  };
}

function withDeadline<T>(
  command: () => Promise<T>,
  { slowMs, deadlineMs }: CommandLimits,
): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const pending = command();
    let slow = false;
    const fail = () => reject(new RedisError("timeout", `no answer within ${deadlineMs} ms`));
    const timers = [whenUnanswered(slowMs, () => (slow = true)), whenUnanswered(deadlineMs, fail)];
    pending
      .then((answer) => resolve({ answer, slow }), reject)
      .finally(() => timers.forEach((cancel) => cancel()));
  });
}

/**
 * Calls back after the given time, once the data that has arrived from the network by then was read. Otherwise a busy
 * process would mistake a server for slow although its answer arrived in time.
 *
 * @returns a function that cancels the call
 */
function whenUnanswered(milliseconds: number, callback: () => void): () => void {
  let afterReading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (afterReading = setImmediate(callback)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(afterReading);
  };
}
