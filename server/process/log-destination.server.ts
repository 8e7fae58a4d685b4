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

const NEWLINE = 0x0a;
const NOTHING = Buffer.alloc(0);

/** What is being written. */
interface Chunk {
  bytes: Buffer;
  written: number;
  /** Where the notice begins in it, and how many dropped lines it tells of: 0 when there is none. */
  noticeAt: number;
  tells: number;
}

/** Of standard output, also for what else in this process writes there. */
export function standardOutput(): LogDestination {
  // A line that a library prints to a full disk or a closed pipe is lost, not the process. Asking for the streams
  // also makes pipes non-blocking: a write to a full one fails at once and is tried again.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return createLogDestination(1);
}

/**
 * A destination that never waits and never throws. While the file cannot be written (full disk, closed pipe) lines
 * are dropped; while a pipe is full up to a megabyte waits. The first thing written afterwards is a line that tells
 * how many were dropped. No line is left half written.
 *
 * sonic-boom, pino's own, blocks the process for ever when it flushes to a full disk at the exit.
 *
 * @param fd a file, or a pipe that does not block
 */
export function createLogDestination(fd: number): LogDestination {
  let waiting: string[] = [];
  let length = 0;
  let chunk: Chunk | null = null;
  let isUnderWay = false;
  let hasFailed = false;
  /** The end of a line whose beginning is written. */
  let halfLine: Buffer = NOTHING;
  let [dropped, untold, reason] = [0, 0, ""];
  let timer: NodeJS.Timeout | undefined;

  function drop(lines: number, why: string): void {
    dropped += lines;
    untold += lines;
    reason = why;
  }

  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      start();
    }, FLUSH_MS).unref();
  }

  function take(): Chunk | null {
    if (length === 0 && halfLine === NOTHING) return null;
    let [count, size] = [0, 0];
    while (count < waiting.length && size < LARGEST_WRITE) size += waiting[count++]?.length ?? 0;
    const lines = waiting.splice(0, count);
    length -= size;
    const notice = untold === 0 ? "" : noticeOf(untold, reason);
    const bytes = Buffer.concat([halfLine, Buffer.from(notice + lines.join(""))]);
    const taken = { bytes, written: 0, noticeAt: halfLine.length, tells: untold };
    halfLine = NOTHING;
    untold = 0;
    return taken;
  }

  function start(): void {
    if (isUnderWay) return;
    chunk ??= take();
    if (chunk === null) return;
    isUnderWay = true;
    write(fd, chunk.bytes, chunk.written, (error, count) => {
      isUnderWay = false;
      hasFailed = !advance(error, count);
      if (hasFailed) later();
      else if (chunk !== null || length >= FLUSH_LENGTH) start();
      else if (length > 0) later();
    });
  }

  /** Notes how far a write came. @returns whether to go on at once */
  function advance(error: NodeJS.ErrnoException | null, count: number): boolean {
    if (chunk === null) return false;
    if (error?.code === "EAGAIN") return false;
    if (error !== null) {
      abandon(chunk, error.code ?? error.name);
      return false;
    }
    chunk.written += count;
    if (chunk.written === chunk.bytes.length) chunk = null;
    return count > 0 || chunk === null;
  }

  /** Drops everything but the end of a line that is half written. */
  function abandon({ bytes, written, noticeAt, tells }: Chunk, why: string): void {
    const isBetweenLines = written === noticeAt || bytes[written - 1] === NEWLINE;
    const rest = bytes.subarray(written);
    const end = isBetweenLines ? 0 : rest.indexOf(NEWLINE) + 1;
    halfLine = end === 0 ? NOTHING : Buffer.from(rest.subarray(0, end));
    const noticeIsLost = tells > 0 && written <= noticeAt;
    if (noticeIsLost) untold += tells;
    drop(countLines(rest.subarray(end)) - (noticeIsLost ? 1 : 0) + waiting.length, why);
    [chunk, waiting, length] = [null, [], 0];
  }

  /** Writes what waits, as far as that is possible at once. */
  function flushSync(): void {
    const giveUp = performance.now() + LAST_FLUSH_MS;
    // What a thread is just writing is its own affair: the process waits for it.
    if (isUnderWay) chunk = null;
    while ((chunk ??= take()) !== null) {
      try {
        advance(null, writeSync(fd, chunk.bytes, chunk.written));
      } catch (thrown) {
        // Node's own functions throw errors with a code.
        const error = thrown as NodeJS.ErrnoException;
        advance(error, 0);
        if (error.code !== "EAGAIN" || performance.now() > giveUp) return;
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

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return count;
}
