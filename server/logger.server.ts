import pino from "pino";
import { requestIdUnderWay, traceUnderWay } from "./http/request-context.server";

export type Logger = pino.Logger;

/**
 * JSON lines on standard output, with `requestId` and `traceId` of the request they are written for. Callers name their
 * fields one by one: nothing a person typed goes in.
 *
 * @param destination where else the lines go, for tests
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  const options: pino.LoggerOptions = { level, base: undefined, timestamp: isoTime(), mixin };
  return pino(options, destination ?? pino.destination(BUFFERED));
}

/**
 * Lines are written together, not one by one, and at the latest after a tenth of a second. At every exit the
 * library writes what is left.
 */
const BUFFERED = { dest: 1, sync: false, minLength: 4 * 1024, periodicFlush: 100 };

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
  const requestId = requestIdUnderWay();
  return requestId === undefined ? {} : { requestId, traceId: traceUnderWay()?.id };
}
