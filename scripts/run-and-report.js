import { conclusion } from "./test-summary.js";
import { interruption } from "./interruption.js";
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
