import { setTimeout as sleep } from "node:timers/promises";

const INTERVAL_MS = 50;
/** Together more than a minute. */
const MAX_ATTEMPTS = 1_200;

/**
 * Polls a condition that emits no event until it is true; an error counts as "not yet".
 *
 * @throws when the condition does not become true; the cause is its last error
 */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  let lastError: unknown;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      if (await condition()) return;
    } catch (error) {
      lastError = error;
    }
    await sleep(INTERVAL_MS);
  }
  throw new Error("the condition did not become true", { cause: lastError });
}
