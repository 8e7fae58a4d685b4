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
 * A breaker that opens with the first failure or slow answer. Its owner, who probes by a clock of his own, says how long
 * it rests.
 *
 * @param onChange called when its state has changed
 */
export function createCommandGuard(onChange: () => void, patience = PATIENCE): CommandGuard {
  const breaker = createBreaker({ threshold: 1, firstRestMs: 0, longestRestMs: 0, onChange });
  return {
    run: (command) => breaker.execute(() => inTime(command, patience), judge),
    isWell: () => breaker.state() === "closed",
  };
}

async function inTime<T>(
  command: () => Promise<T>,
  { slowMs, deadlineMs }: Patience,
): Promise<Answer<T>> {
  let slow = false;
  let stop: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const cancelSlow = unlessAnswered(slowMs, () => (slow = true));
    const cancelLate = unlessAnswered(deadlineMs, () =>
      reject(new RedisError("timeout", `no answer within ${deadlineMs} ms`)),
    );
    stop = () => {
      cancelSlow();
      cancelLate();
    };
  });
  const answered = command();
  // The deadline may have rejected this call already; ignore its late failure.
  answered.catch(() => undefined);
  try {
    return { answer: await Promise.race([answered, late]), slow };
  } finally {
    stop();
  }
}

/** Calls back after so long and one look at what has arrived meanwhile: our own lateness is not the server's. */
function unlessAnswered(milliseconds: number, callback: () => void): () => void {
  let look: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (look = setImmediate(callback)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(look);
  };
}
