import { useSyncExternalStore } from "react";

/** How often displayed ages are updated, in milliseconds. */
const TICK_MS = 5_000;

/**
 * The browser's time. The monotonic clock stops while the machine sleeps, and the wall clock may be set back: the one
 * that advanced more is right.
 */
const browserNow = () => Math.max(performance.timeOrigin + performance.now(), Date.now());

/** Milliseconds by which the server's clock is ahead of the browser's; undefined before its first use. */
let lead: number | undefined;

/** Reads the server's time from responses, but not from cached ones. Firefox has `serverTiming` only on https. */
function read(responses: PerformanceEntryList): void {
  for (const response of responses as PerformanceResourceTiming[]) {
    const clock = response.serverTiming?.find(({ name }) => name === "clock");
    if (!clock || response.transferSize === 0) continue;
    const arrived = browserNow() - (performance.now() - response.responseStart);
    lead = clock.duration - arrived;
  }
}

/**
 * The server's clock, from the `Server-Timing` header of its newest response, so that a wrong time on the visitor's
 * machine does no harm. Before the first such response, this is the browser's own time.
 *
 * @returns epoch milliseconds
 */
export function serverNow(): number {
  if (lead === undefined) {
    lead = 0;
    read(performance.getEntriesByType("navigation"));
    new PerformanceObserver((list) => read(list.getEntries())).observe({ type: "resource" });
  }
  return browserNow() + lead;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

/** To the second, because React wants the same value from two calls in a row. */
const currentSecond = () => Math.floor(serverNow() / 1000) * 1000;

/** The server's time, updated every five seconds; null on the server and during hydration: HTML contains no ages. */
export function useServerNow(): number | null {
  return useSyncExternalStore(subscribe, currentSecond, () => null);
}
