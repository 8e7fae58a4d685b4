import { write, writeSync } from "node:fs";

/** Where log lines go. It takes every line at once, whatever becomes of what it writes to. */
export interface LogDestination {
  /** @param line ends with a line feed */
  write(line: string): void;
  /** Lines that were dropped since the start. */
  dropped(): number;
}

/** Lines are written together, at the latest after so many milliseconds or characters. */
const FLUSH_MS = 100;
const FLUSH_LENGTH = 4 * 1024;
const LARGEST_WRITE = 64 * 1024;

/** Characters that wait for a slow reader; lines beyond that are dropped. */
const MOST_WAITING = 1024 * 1024;

/** How long a full pipe may keep the process from leaving. */
const LAST_FLUSH_MS = 500;
const PAUSE_MS = 10;

/** Of standard output, also for what else in this process writes there. */
export function standardOutput(): LogDestination {
  // A line that a library prints to a full disk or a closed pipe is lost, not the process. Asking for the streams
  // also makes pipes non-blocking: a write to a full one fails at once and is tried again.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return createLogDestination(1);
}

/**
 * A destination that never waits and never throws. While the file cannot be written (full disk, closed pipe) lines are
 * dropped; while a pipe is full up to a megabyte waits. Where lines are missing stands one that tells how many. What was
 * begun is written to its end once that is possible, so that no line is left half written.
 *
 * @param fd a file, or a pipe that does not block
 */
export function createLogDestination(fd: number): LogDestination {
  let waiting: string[] = [];
  let length = 0;
  /** What was taken of the lines and is not yet written; it is tried until it is. */
  let rest: Buffer = Buffer.alloc(0);
  let [isUnderWay, hasFailed] = [false, false];
  let [dropped, untold, reason] = [0, 0, ""];
  let timer: NodeJS.Timeout | undefined;

  function drop(lines: number, why: string): void {
    dropped += lines;
    untold += lines;
    reason = why;
  }

  /** @returns whether there is something to write */
  function take(): boolean {
    if (rest.length > 0 || length === 0) return rest.length > 0;
    let [count, size] = [0, 0];
    while (count < waiting.length && size < LARGEST_WRITE) size += waiting[count++]?.length ?? 0;
    const lines = waiting.splice(0, count).join("");
    length -= size;
    rest = Buffer.from(untold > 0 ? `${noticeOf(untold, reason)}${lines}` : lines);
    untold = 0;
    return true;
  }

  function fail({ code, name }: NodeJS.ErrnoException): void {
    // A pipe that is full takes more in a moment.
    if (code === "EAGAIN") return;
    drop(waiting.length, code ?? name);
    [waiting, length] = [[], 0];
  }

  function start(): void {
    if (isUnderWay || !take()) return;
    isUnderWay = true;
    write(fd, rest, (error, count) => {
      isUnderWay = false;
      hasFailed = error !== null || count === 0;
      if (error) fail(error);
      else rest = rest.subarray(count);
      if (!hasFailed && (rest.length > 0 || length >= FLUSH_LENGTH)) start();
      else if (rest.length > 0 || length > 0) later();
    });
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      start();
    }, FLUSH_MS).unref();
  }

  function flushSync(): void {
    const giveUp = performance.now() + LAST_FLUSH_MS;
    // The process waits for the thread that is just writing this.
    if (isUnderWay) rest = Buffer.alloc(0);
    while (take()) {
      try {
        rest = rest.subarray(writeSync(fd, rest));
      } catch (error) {
        // Node's own functions throw errors with a code.
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "EAGAIN" || performance.now() > giveUp) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }

  process.once("exit", flushSync);
  return {
    dropped: () => dropped,
    write(line) {
      if (length + line.length > MOST_WAITING) return drop(1, "the reader is too slow");
      waiting.push(line);
      length += line.length;
      // After a failure there is one try each interval, not one for each line.
      if (length >= FLUSH_LENGTH && !hasFailed) start();
      else later();
    },
  };
}

function noticeOf(count: number, reason: string): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 40, time, dropped: count, reason, msg: "log lines dropped" })}\n`;
}
