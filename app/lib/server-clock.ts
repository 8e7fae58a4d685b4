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

/** Reads the server's time from a response, but not from a cached one. @param ago milliseconds since its arrival */
function read({ serverTiming, transferSize }: PerformanceResourceTiming, ago: number): void {
  const clock = serverTiming.find(({ name }) => name === "clock");
  if (clock && transferSize > 0) lead = clock.duration - (browserNow() - ago);
}

/** Firefox has `serverTiming` only on https. */
const hasServerTiming = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
  "serverTiming" in entry;

/**
 * The server's clock, from the `Server-Timing` header of its newest response, so that a wrong time on the visitor's
 * machine does no harm. Before the first such response, this is the browser's own time.
 *
 * @returns epoch milliseconds
 */
export function serverNow(): number {
  if (lead === undefined) {
    lead = 0;
    const [page] = performance.getEntriesByType("navigation").filter(hasServerTiming);
    if (page) read(page, performance.now() - page.responseStart);
    const observer = new PerformanceObserver((list) => {
      for (const response of list.getEntries().filter(hasServerTiming)) read(response, 0);
    });
    observer.observe({ type: "resource" });
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
