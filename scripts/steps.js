import { availableParallelism } from "node:os";
import { runCommand } from "./run-command.js";

/**
 * @typedef {import("./test-report.js").Count} Count
 *
 * @typedef {object} Step a check of its own, which may bring the counts of the tests it ran
 * @property {string} name
 * @property {string[]} command a script of this repository or its dependencies, with its arguments
 * @property {string} alone what a person types to run it alone
 * @property {number} [cores] how many it keeps busy; 1 unless told
 * @property {string[]} [needs] names of steps, before it in the list, that have to pass first
 * @property {() => Count} [count]
 *
 * @typedef {object} Result what has come of a step
 * @property {Step} step
 * @property {"passed" | "failed" | "not run"} outcome not run: what it needs has not passed
 * @property {number} began in seconds after the first step
 * @property {number} took in seconds
 * @property {string} output
 * @property {Count} tests
 */

const NO_TESTS = { passed: 0, failed: 0, failures: [] };

/**
 * Runs steps side by side, each as soon as what it needs has passed and there are cores for it; those that stand
 * first in the list are preferred. What a step says is printed in one piece when it ends.
 *
 * @param {Step[]} steps
 * @param {AbortSignal} interrupted ends the steps that run, and starts no other
 * @param {number} [cores] to share
 * @returns {Promise<Result[]>} of the steps that have ended, in that order
 */
export async function runSteps(steps, interrupted, cores = Math.max(2, availableParallelism())) {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  /** @type {Result[]} */
  const results = [];
  const waiting = new Set(steps);
  /** @type {Map<Step, Promise<void>>} */
  const running = new Map();
  let free = cores;

  /** @param {Step} step */
  async function run(step) {
    const { cores: held = 1 } = step;
    free -= held;
    const began = seconds();
    const { status, output } = await runCommand(step.command, interrupted);
    const took = seconds() - began;
    free += held;
    running.delete(step);
    if (interrupted.aborted) return;
    console.log(`\n── ${step.name} (${Math.round(took)} s)\n${output}`);
    const outcome = status === 0 ? "passed" : "failed";
    results.push({ step, outcome, began, took, output, tests: step.count?.() ?? NO_TESTS });
  }

  for (;;) {
    for (const step of interrupted.aborted ? [] : waiting) {
      const { needs = [], cores: wanted = 1 } = step;
      const outcomes = needs.map((name) => results.find((it) => it.step.name === name)?.outcome);
      if (outcomes.includes("failed") || outcomes.includes("not run")) {
        waiting.delete(step);
        const [began, took, output] = [seconds(), 0, ""];
        results.push({ step, outcome: "not run", began, took, output, tests: NO_TESTS });
      } else if (!outcomes.includes(undefined) && (wanted <= free || running.size === 0)) {
        waiting.delete(step);
        running.set(step, run(step));
      }
    }
    if (running.size === 0) return results;
    await Promise.race(running.values());
  }
}
