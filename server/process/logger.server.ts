import pino from "pino";
import { standardOutput } from "./log-destination.server";
import { requestIdUnderWay, traceUnderWay } from "./request-context.server";

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

function mixin(): { requestId?: string; traceId?: string | undefined } {
  const requestId = requestIdUnderWay();
  return requestId === undefined ? {} : { requestId, traceId: traceUnderWay()?.id };
}
