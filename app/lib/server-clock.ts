import { useBrowserValue } from "./hydration";

/** How often ages are told anew, in milliseconds. */
const TICK_MS = 5_000;

/** The server's clock when it was told last, epoch milliseconds, and the browser's two clocks at that moment. */
let told: { server: number; monotonic: number; wall: number } | undefined;

/**
 * The server's clock, as its newest response told it in `Server-Timing`, and from then on by the browser's clocks: a
 * wrong time of day on the visitor's machine does no harm. Of the two the one that has gone further counts, because the
 * monotonic one stands still while the machine sleeps, and the other one may be set back. Until a response has told it,
 * the browser's own.
 *
 * @returns epoch milliseconds
 */
export function serverNow(): number {
  listen();
  const [monotonic, wall] = [performance.now(), Date.now()];
  if (!told) return Math.max(performance.timeOrigin + monotonic, wall);
  return told.server + Math.max(monotonic - told.monotonic, wall - told.wall);
}

let listening = false;

/** A response that the browser had cached tells nothing of now. */
function listen(): void {
  if (listening) return;
  listening = true;
  const [page] = performance.getEntriesByType("navigation").filter(tellsTiming);
  if (page) read(page, page.responseStart);
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter(tellsTiming)) read(entry, performance.now());
  });
  observer.observe({ type: "resource" });
}

/** Firefox has it on https alone. */
function tellsTiming(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  return "serverTiming" in entry;
}

/** @param at when the response came, by the browser's monotonic clock */
function read({ serverTiming, transferSize }: PerformanceResourceTiming, at: number): void {
  const clock = serverTiming.find(({ name }) => name === "clock");
  if (!clock || transferSize === 0) return;
  const wall = Date.now() - (performance.now() - at);
  told = { server: clock.duration, monotonic: at, wall };
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

/** The server's clock every five seconds; null on the server and during hydration, whose markup holds moments alone. */
export function useServerNow(): number | null {
  return useBrowserValue(subscribe, serverNow, null);
}
