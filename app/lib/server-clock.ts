import { useSyncExternalStore } from "react";

/** How often displayed ages are updated, in milliseconds. */
const TICK_MS = 5_000;

/** Time of the server in its newest response, epoch milliseconds, and of the browser's two clocks at that moment. */
let reference: { server: number; monotonic: number; wall: number } | undefined;

/**
 * The server's clock: its time in the `Server-Timing` header of its newest response, plus the time that has passed on
 * the browser's clocks. So a wrong time on the visitor's machine does no harm. Of the browser's two clocks the one that
 * advanced more is used: the monotonic clock stops while the machine sleeps, and the wall clock may be set back. Before
 * the first such response, this is the browser's own time.
 *
 * @returns epoch milliseconds
 */
export function serverNow(): number {
  listen();
  const [monotonic, wall] = [performance.now(), Date.now()];
  if (!reference) return Math.max(performance.timeOrigin + monotonic, wall);
  return reference.server + Math.max(monotonic - reference.monotonic, wall - reference.wall);
}

let listening = false;

/** Starts reading the `Server-Timing` of the document and of all later responses. */
function listen(): void {
  if (listening) return;
  listening = true;
  const [page] = performance.getEntriesByType("navigation").filter(hasServerTiming);
  if (page) read(page, page.responseStart);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter(hasServerTiming)) read(entry, performance.now());
  });
  observer.observe({ type: "resource" });
}

/** Firefox has `serverTiming` only on https. */
function hasServerTiming(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  return "serverTiming" in entry;
}

/** Reads the server's time, but not from a cached response. @param at monotonic time at which the response arrived */
function read({ serverTiming, transferSize }: PerformanceResourceTiming, at: number): void {
  const clock = serverTiming.find(({ name }) => name === "clock");
  if (!clock || transferSize === 0) return;
  const wall = Date.now() - (performance.now() - at);
  reference = { server: clock.duration, monotonic: at, wall };
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
