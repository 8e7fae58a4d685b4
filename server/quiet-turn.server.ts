import { setImmediate as nextCheck, setTimeout as delay } from "node:timers/promises";

/** A longer turn did some work, and something may have arrived meanwhile. */
const SHORT_MS = 5;

/** Between two looks, so that waiting does not itself keep the loop busy. */
const PAUSE_MS = 5;

/**
 * Resolves right after a turn of the event loop in which nothing new arrived and no time was spent: at that
 * moment everything that the kernel had for this process has been read. (Immediates run right after the
 * poll for readiness, which reads every socket that is ready.)
 *
 * @param arrivals counts what may arrive
 * @param atMostMs resolves without such a turn after this long
 */
export async function quietTurn(arrivals: () => number, atMostMs: number): Promise<void> {
  const latest = performance.now() + atMostMs;
  for (;;) {
    await nextCheck();
    const start = performance.now();
    const before = arrivals();
    await nextCheck();
    const now = performance.now();
    if (now > latest || (arrivals() === before && now - start < SHORT_MS)) return;
    await delay(PAUSE_MS);
  }
}
