import { setImmediate as nextCheck, setTimeout as delay } from "node:timers/promises";

/** A longer turn did some work, and something may have arrived meanwhile. */
const SHORT_MS = 1;

/** Between two looks, so that waiting does not itself keep the loop busy. */
const PAUSE_MS = 5;

/** Of the time between two looks this much counts as quiet at most: while the process stands still, it reads nothing. */
const COUNTED_MS = 50;

/**
 * Resolves right after a turn of the event loop in which nothing new arrived and no time was spent: at that
 * moment everything that the kernel had for this process has been read. (Immediates run right after the
 * poll for readiness, which reads every socket that is ready.)
 *
 * @param arrivals counts what may arrive
 * @param wanted `quietMs`: for how long nothing should have arrived before; `atMostMs`: after this long any
 *   quiet turn will do, and after twice as long any turn at all
 */
export async function idleTurn(
  arrivals: () => number,
  { quietMs, atMostMs }: { quietMs: number; atMostMs: number },
): Promise<void> {
  const start = performance.now();
  let seen = arrivals();
  let looked = start;
  let quietFor = 0;
  for (;;) {
    await nextCheck();
    const begun = performance.now();
    const before = arrivals();
    await nextCheck();
    const now = performance.now();
    const isQuiet = arrivals() === before && now - begun < SHORT_MS;
    quietFor = arrivals() === seen ? quietFor + Math.min(now - looked, COUNTED_MS) : 0;
    seen = arrivals();
    looked = now;
    if (isQuiet && (quietFor >= quietMs || now - start > atMostMs)) return;
    if (now - start > 2 * atMostMs) return;
    await delay(PAUSE_MS);
  }
}
