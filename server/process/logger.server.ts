import { format } from "node:util";
import pino from "pino";
import { standardOutput } from "./log-destination.server";
import { requestUnderWay } from "./request-context.server";
import { withoutQuotedPersons } from "./request-url.server";

export type Logger = pino.Logger;

/**
 * JSON lines on standard output, with `requestId` and `traceId` of the request they are written for. Callers name their
 * fields one by one: nothing a person typed goes in.
 *
 * @param destination where the lines go: standard output unless told otherwise
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = { level, base: null, timestamp: isoTime(), mixin };
  return pino(options, destination ?? standardOutput());
}

/** pino's own, written once for all lines of a millisecond. */
function isoTime(): () => string {
  let [written, text] = [0, ""];
  return () => {
    const now = Date.now();
    if (now !== written) [written, text] = [now, pino.stdTimeFunctions.isoTime()];
    return text;
  };
}

function mixin(): { requestId?: string; traceId?: string } {
  const request = requestUnderWay();
  return request ? { requestId: request.requestId, traceId: request.trace.id } : {};
}

const LONGEST_LINE = 2_000;

/**
 * Turns what libraries print as warnings and errors into log lines, one each, so that whoever reads standard
 * output as JSON reads all of it. `console.log` stays: the one line for a person is printed with it.
 *
 * @param printer whose `warn` and `error` are replaced
 */
export function logConsoleLines(
  logger: Pick<Logger, "warn" | "error">,
  printer: Pick<Console, "warn" | "error"> = console,
): void {
  for (const level of ["warn", "error"] as const) {
    printer[level] = (...printed: unknown[]) => {
      const text = format(...printed).slice(0, LONGEST_LINE);
      if (text.trim() === "") return;
      logger[level]({ printed: withoutQuotedPersons(text) }, "a library says");
    };
  }
}

/**
 * Writes what went wrong while a page was made: one line. An answer of the router's (a POST to a page that
 * takes none) is the visitor's mistake, so it has neither a stack nor the path that was typed.
 *
 * @param error whatever was thrown
 */
export function logError(logger: Pick<Logger, "info" | "error">, error: unknown): void {
  if (error instanceof Error) {
    const { name, message, stack } = error;
    return logger.error({ name, message, stack }, "error");
  }
  if (isAnswer(error)) {
    const { status, statusText } = error;
    return logger[status < 500 ? "info" : "error"]({ status, statusText }, "refused by the router");
  }
  // Only a text is told: what an object holds may be about a person.
  const type = Object.prototype.toString.call(error).slice("[object ".length, -1);
  logger.error({ name: type, message: typeof error === "string" ? error : undefined }, "error");
}

/** What React Router throws in place of an answer. */
function isAnswer(error: unknown): error is { status: number; statusText: string } {
  if (typeof error !== "object" || error === null) return false;
  const { status, statusText } = error as { status?: unknown; statusText?: unknown };
  return typeof status === "number" && typeof statusText === "string";
}
