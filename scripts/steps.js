import { spawn } from "node:child_process";

/**
 * @typedef {import("./test-report.js").Count} Count
 *
 * @typedef {object} Step a check of its own, which may bring the counts of the tests it ran
 * @property {string} name
 * @property {string[]} command a script of this repository or its dependencies, with its arguments
 * @property {Record<string, string>} [env]
 * @property {() => Count} [count]
 */

/** What has come of the steps so far. */
const total = { passed: 0, failed: 0 };

/** @type {string[]} */
const broken = [];

/** @type {string[]} */
const failures = [];

/** @type {string[]} */
const skipped = [];

/**
 * Runs steps one after the other; each runs whatever came of those before it. What a step says is held
 * back and printed in one piece when it ends, so that several queues can run side by side.
 *
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  for (const { name, command, env = {}, count } of steps) {
    const started = performance.now();
    const { status, output } = await finished(command, env);
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`\n── ${name} (${seconds} s)`);
    process.stdout.write(output);
    const tests = count?.() ?? { passed: 0, failed: 0, failures: [] };
    total.passed += tests.passed;
    total.failed += tests.failed;
    failures.push(...tests.failures);
    if (status === 0) total.passed += 1;
    else stepFailed(name);
  }
}

/** Counts a step that could not even run. @param {string} name */
export function stepFailed(name) {
  total.failed += 1;
  broken.push(name);
}

/** Keeps for the end, where nobody overlooks it, that a step was left out. @param {string} name @param {string} why */
export function stepSkipped(name, why) {
  skipped.push(`${name}. ${why}`);
}

/**
 * Says what came of all steps and sets this process's status. Each failed test is named once more, because
 * only the end of a long output is read, or kept; the counts come last.
 */
export function conclude() {
  console.log();
  for (const step of skipped) console.log(`!!! SKIPPED: ${step}`);
  for (const test of failures) console.log(`✗ ${test}`);
  for (const name of broken) console.log(`FAILED: ${name}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @returns {Promise<{ status: number | null, output: Buffer }>}
 */
function finished(command, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.once("error", (error) => chunks.push(Buffer.from(`${error.message}\n`)));
    child.once("close", (status) => resolve({ status, output: Buffer.concat(chunks) }));
  });
}
