import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 50;
/** More than a minute of looks. */
const MOST_LOOKS = 1_200;

/**
 * Waits until something is true that tells nobody when it becomes so; an error counts as not yet.
 *
 * @throws when it does not become true, with the last error
 */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  let reason: unknown;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    try {
      if (await isSo()) return;
    } catch (error) {
      reason = error;
    }
    await sleep(LOOK_MS);
  }
  throw new Error("it did not become true", { cause: reason });
}
