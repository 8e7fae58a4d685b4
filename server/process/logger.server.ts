import { format } from "node:util";
import pino from "pino";
import { currentRequestId } from "./request-context.server";

export type Logger = pino.Logger;

/**
 * Creates a logger that writes JSON lines to standard output, with the `requestId` of the request in progress. Callers
 * list their fields one by one, so that no text that a person typed is logged.
 */
export function createLogger(level: string): Logger {
  const { isoTime: timestamp } = pino.stdTimeFunctions;
  const mixin = () => ({ requestId: currentRequestId() });
  return pino({ level, base: null, timestamp, mixin }, standardOutput());
}

/** Most bytes of lines that wait for a slow reader; further lines are dropped. */
const MOST_WAITING = 1024 * 1024;

/** Standard output. A full disk or a reader that stops costs log lines, but neither the site nor its exit waits. */
function standardOutput(): pino.DestinationStream {
  // Reading the properties also makes pipes non-blocking. A library's line that cannot be written is lost.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let isStuck = false;
  const destination = pino.destination({
    dest: 1,
    sync: false,
    // A write for each line would take longer than sending a page that was made before.
    minLength: 4096,
    periodicFlush: 100, // milliseconds
    maxLength: MOST_WAITING,
    retryEAGAIN: () => (isStuck = true),
  });
  destination.on("error", () => (isStuck = true)).on("write", () => (isStuck = false));
  // Otherwise pino would try to write the waiting lines forever.
  process.prependOnceListener("exit", () => {
    if (isStuck) destination.destroy();
  });
  return destination;
}

const LONGEST_LINE = 2_000;

/**
 * Turns each warning and error that a library prints into one log line, so that programs can read all of standard
 * output as JSON. `console.log` stays: it prints the one line for a person at the terminal.
 *
 * @param printer whose `warn` and `error` are replaced
 */
export function logConsoleLines(
  logger: Pick<Logger, "warn" | "error">,
  printer: Pick<Console, "warn" | "error"> = console,
): void {
  for (const level of ["warn", "error"] as const) {
    printer[level] = (...values: unknown[]) => {
      const text = format(...values).slice(0, LONGEST_LINE);
      if (text.trim() === "") return;
      // The text may quote paths.
      const printed = text.replace(/[^\s"]+/g, (word) => loggedPath(word, true));
      logger[level]({ printed }, "a library says");
    };
  }
}

/**
 * Logs an error of a request as one line. An error response of the router (for a POST to a page without an
 * action) is the visitor's mistake, so neither a stack nor the typed path is logged.
 *
 * @param error any thrown value
 * @param what the message of the line
 */
export function logError(
  logger: Pick<Logger, "info" | "error">,
  error: unknown,
  what = "error",
): void {
  if (error instanceof Error) {
    const { name, message, stack } = error;
    return logger.error({ name, message, stack }, what);
  }
  if (isErrorResponse(error)) {
    const { status, statusText } = error;
    return logger[status < 500 ? "info" : "error"]({ status, statusText }, "refused by the router");
  }
  // Only a string is logged: the content of an object may concern a person.
  const type = Object.prototype.toString.call(error).slice("[object ".length, -1);
  logger.error({ name: type, message: typeof error === "string" ? error : undefined }, what);
}

/** Whether a value is an error response, as React Router throws it. */
function isErrorResponse(error: unknown): error is { status: number; statusText: string } {
  const { status, statusText } = Object(error) as Record<string, unknown>;
  return typeof status === "number" && typeof statusText === "string";
}

/** Longest path that is logged; a longer one is refused, and replaced without reading it. */
const LONGEST_PATH = 2 * 1024;

/** Logged path of referral pages. A referral code identifies the person who shares it, so it is never logged. */
const HIDDEN = "/ref/*";

/** Matches anywhere in a path, because paths with dot segments or runs of slashes are logged as well. */
const REFERRAL = /[/\\]ref[/\\]/i;

/** A wallet or a phone number, anywhere in a text. */
const PERSON = /0x[\da-f]{16,}|\d{9,}/gi;

/** Text that may identify a person in a path without a route: also a token, a code, a number with spaces, a mail address. */
const PASTED =
  /(0x)?[\da-f]{16,}|(?<![\w.%+-])[\w.%+-]{1,64}@[\w.-]+|[\w-]{40,}|\d[\d ().-]{2,}\d/gi;

/**
 * Returns a path as it may be logged: for a referral page without its code, however the path is spelt; for a path
 * without a route without pasted personal data.
 *
 * @param path without query string, still percent-encoded
 * @param known whether the product has such a page or file
 */
export function loggedPath(path: string, known: boolean): string {
  if (path.length > LONGEST_PATH) return "…";
  // Only escaped ASCII characters, because the referral path and wallets consist of ASCII.
  const decoded = path.replace(/%[2-7][\da-f]/gi, (escape) => decodeURIComponent(escape));
  if (REFERRAL.test(decoded)) return HIDDEN;
  return decoded.replace(known ? PERSON : PASTED, "…");
}
