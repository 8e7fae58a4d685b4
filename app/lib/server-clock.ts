import { useSyncExternalStore } from "react";

/** How often displayed ages are updated, in milliseconds. */
const TICK_MS = 5_000;

/** Milliseconds by which the browser's clock is behind the server's; undefined before the first use. */
let lag: number | undefined;

/**
 * The server's clock: the browser's, corrected by the server's time in the `Server-Timing` header of its newest response.
 * So a wrong time on the visitor's machine does no harm. Before the first such response, this is the browser's own time.
 *
 * @returns epoch milliseconds
 */
export function serverNow(): number {
  if (lag === undefined) listen();
  return Date.now() + (lag ?? 0);
}

/** Starts reading the `Server-Timing` of the document and of all later responses. */
function listen(): void {
  lag = 0;
  for (const page of performance.getEntriesByType("navigation") as PerformanceNavigationTiming[]) {
    read(page, page.responseStart);
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      if (entry.initiatorType === "fetch") read(entry); // a file may be an old copy of a CDN
    }
  });
  observer.observe({ type: "resource" });
}

/**
 * Reads the server's time, but not from a cached response. Firefox has `serverTiming` only on https.
 *
 * @param at monotonic time at which the response arrived
 */
function read(response: PerformanceResourceTiming, at = performance.now()): void {
  const clock = response.serverTiming?.find(({ name }) => name === "clock");
  if (!clock || response.transferSize === 0) return;
  lag = clock.duration - Date.now() + performance.now() - at;
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
