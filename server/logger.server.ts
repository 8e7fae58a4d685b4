import pino from "pino";

export type Logger = pino.Logger;

/** JSON lines on standard output. Callers name their fields one by one: nothing a person typed goes in. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
