import { write, writeSync } from "node:fs";

/** A destination of log lines. It accepts every line at once, even if the file behind it cannot be written. */
export interface LogDestination {
  /** @param line ends with a line feed */
  write(line: string): void;
  /** Number of lines dropped since the start. */
  dropped(): number;
}

/** Lines are written in batches, at the latest after this many milliseconds or characters. */
const FLUSH_MS = 100;
const FLUSH_LENGTH = 4 * 1024;
const LARGEST_WRITE = 64 * 1024;

/** Most characters that wait for a slow reader; further lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/** How long a full pipe may delay the exit of the process. */
const LAST_FLUSH_MS = 500;
const PAUSE_MS = 10;

/** Creates the destination for standard output, and handles errors of other code that writes there. */
export function standardOutput(): LogDestination {
  // When a library prints to a full disk or a closed pipe, its line is lost, but the process continues. Accessing the
  // streams also makes pipes non-blocking: a write to a full pipe fails at once and is retried.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return createLogDestination(1);
}

/**
 * Creates a destination that never waits and never throws. While the file cannot be written (full disk, closed pipe)
 * lines are dropped; while a pipe is full, up to a megabyte waits. A line with their number replaces dropped lines. A
 * partly written batch is completed once that is possible, so that no line stays half written.
 *
 * @param fd a file, or a pipe that does not block
 */
export function createLogDestination(fd: number): LogDestination {
  let queue: string[] = [];
  let length = 0;
  /** The unwritten part of the current batch, which is retried until it is written. */
  let unwritten: Buffer = Buffer.alloc(0);
  let [isUnderWay, hasFailed] = [false, false];
  let [dropped, unreported, reason] = [0, 0, ""];
  let timer: NodeJS.Timeout | undefined;

  function drop(lines: number, why: string): void {
    dropped += lines;
    unreported += lines;
    reason = why;
  }

  /** Fills `unwritten` with the next batch. @returns whether there is something to write */
  function take(): boolean {
    if (unwritten.length > 0 || length === 0) return unwritten.length > 0;
    let [count, size] = [0, 0];
    while (count < queue.length && size < LARGEST_WRITE) size += queue[count++]?.length ?? 0;
    const lines = queue.splice(0, count).join("");
    length -= size;
    unwritten = Buffer.from(unreported > 0 ? `${noticeOf(unreported, reason)}${lines}` : lines);
    unreported = 0;
    return true;
  }

  function fail({ code, name }: NodeJS.ErrnoException): void {
    // A full pipe accepts more in a moment.
    if (code === "EAGAIN") return;
    drop(queue.length, code ?? name);
    [queue, length] = [[], 0];
  }

  function start(): void {
    if (isUnderWay || !take()) return;
    isUnderWay = true;
    write(fd, unwritten, (error, count) => {
      isUnderWay = false;
      hasFailed = error !== null || count === 0;
      if (error) fail(error);
      else unwritten = unwritten.subarray(count);
      if (!hasFailed && (unwritten.length > 0 || length >= FLUSH_LENGTH)) start();
      else if (unwritten.length > 0 || length > 0) later();
    });
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      start();
    }, FLUSH_MS).unref();
  }

  function flushSync(): void {
    const deadline = performance.now() + LAST_FLUSH_MS;
    // On exit the process waits for the thread that is writing this batch.
    if (isUnderWay) unwritten = Buffer.alloc(0);
    while (take()) {
      try {
        unwritten = unwritten.subarray(writeSync(fd, unwritten));
      } catch (error) {
        // Node's own functions throw errors with a code.
        const { code } = error as NodeJS.ErrnoException;
        if (code !== "EAGAIN" || performance.now() > deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }

  process.once("exit", flushSync);
  return {
    dropped: () => dropped,
    write(line) {
      if (length + line.length > MOST_WAITING) return drop(1, "the reader is too slow");
      queue.push(line);
      length += line.length;
      // After a failure there is one attempt per interval, not one per line.
      if (length >= FLUSH_LENGTH && !hasFailed) start();
      else later();
    },
  };
}

function noticeOf(count: number, reason: string): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: 40, time, dropped: count, reason, msg: "log lines dropped" })}\n`;
}
