import { monitorEventLoopDelay } from "node:perf_hooks";

/** Longest mean lag, in milliseconds, of a process that keeps up. */
const LONGEST_LAG_MS = 200;

/** How often the lag is judged. A single long task is no overload, so the mean of this time counts. */
const JUDGED_EVERY_MS = 500;

/** Watches the event loop. @returns a function that tells whether it lagged in the last half second */
export function watchEventLoop(): () => boolean {
  const delays = monitorEventLoopDelay();
  delays.enable();
  let lags = false;
  setInterval(() => {
    lags = delays.mean / 1e6 > LONGEST_LAG_MS;
    delays.reset();
  }, JUDGED_EVERY_MS).unref();
  return () => lags;
}
