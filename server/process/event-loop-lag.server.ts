import { monitorEventLoopDelay } from "node:perf_hooks";

/** Longest mean lag, in milliseconds, of a process that keeps up. */
const LONGEST_LAG_MS = 200;

/**
 * How often the lag is judged. A long task or the first pages after a start are no overload, so the mean of this time
 * counts, twice in a row.
 */
const JUDGED_EVERY_MS = 500;

/** Watches the event loop. @returns a function that tells whether it has lagged for a second */
export function watchEventLoop(): () => boolean {
  const delays = monitorEventLoopDelay();
  delays.enable();
  let lagged = false;
  let lags = false;
  setInterval(() => {
    const late = delays.mean / 1e6 > LONGEST_LAG_MS;
    lags = late && lagged;
    lagged = late;
    delays.reset();
  }, JUDGED_EVERY_MS).unref();
  return () => lags;
}
