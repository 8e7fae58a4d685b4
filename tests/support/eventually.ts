import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 50;

/**
 * Waits until something is so, for what cannot say it by itself; an error is a no.
 *
 * @throws when it is not so within a minute, with the last error
 */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  for (;;) {
    let reason: unknown;
    try {
      if (await isSo()) return;
    } catch (error) {
      reason = error;
    }
    if (performance.now() > end) throw new Error("it did not come to be", { cause: reason });
    await sleep(LOOK_MS);
  }
}
