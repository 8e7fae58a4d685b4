import { constants } from "node:os";
import { conclusion } from "./test-summary.js";
import { runSteps } from "./steps.js";

/**
 * Runs steps, says what came of them and sets this process's status. SIGINT, SIGTERM and SIGHUP end all that runs.
 *
 * @param {import("./steps.js").Step[]} steps
 * @param {string[]} [skipped] what was left out, and why
 * @returns {Promise<boolean>} whether they came to their end, and were not interrupted
 */
export async function runAndReport(steps, skipped = []) {
  const interrupted = interruption();
  const results = await runSteps(steps, interrupted);
  if (interrupted.aborted) {
    console.log("Interrupted.");
    process.exitCode = interrupted.reason;
    return false;
  }
  const { lines, failed } = conclusion(results, skipped);
  console.log(lines.join("\n"));
  process.exitCode = failed > 0 ? 1 : 0;
  return true;
}

/**
 * Takes the signals that ask this process to end, so that it can end what it has started.
 *
 * @returns {AbortSignal} aborted by the first of them; its reason is the exit status to leave with
 */
export function interruption() {
  const controller = new AbortController();
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(name, () => controller.abort(128 + constants.signals[name]));
  }
  return controller.signal;
}
