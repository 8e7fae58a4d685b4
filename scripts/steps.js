import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command as a person types it
 * @property {string[]} [needs] names of steps that have to pass before this one
 * @property {string} [report] path of Playwright's or vitest's JSON report, which counts the tests
 * @property {string} [one] the command for a single test of the step
 *
 * @typedef {{ name: string, output: string, hint: string, passed: number, failed: number }} Result
 */

/**
 * Runs lanes of steps in parallel, the steps of a lane in sequence. The output of a passed step is printed when it
 * ends, the output of failed steps after all steps have ended, and the counts last.
 *
 * @param {Step[][]} lanes a step comes after the steps that it needs, in its lane or in an earlier one
 * @param {string[]} [missing] what cannot be tested here: counts as skipped, or as failed if STRICT is set
 */
export async function runSteps(lanes, missing = []) {
  /** @type {Map<string, Promise<Result>>} */
  const results = new Map();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        const result = runAfter(step, step.needs?.map((name) => results.get(name)) ?? []);
        results.set(step.name, result);
        await result;
      }
    }),
  );
  const all = await Promise.all(results.values());
  const failures = all.filter(({ failed }) => failed > 0);
  const strict = Boolean(process.env.STRICT);
  let [passed, failed] = [0, strict ? missing.length : 0];
  for (const result of all) [passed, failed] = [passed + result.passed, failed + result.failed];
  for (const { output } of failures) console.log(output);
  for (const what of missing) console.log(`${strict ? "✗ MISSING" : "!!! SKIPPED"}: ${what}`);
  for (const { name, hint } of failures) console.log(`✗ ${name}: ${hint}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {Step} step @param {(Promise<Result> | undefined)[]} needs @returns {Promise<Result>} */
async function runAfter({ name, command, report, one = command }, needs) {
  const failedStep = (await Promise.all(needs)).find((need) => need?.failed);
  if (failedStep)
    return { name, output: "", hint: `not run without ${failedStep.name}`, passed: 0, failed: 1 };
  const start = performance.now();
  // A file, because a process that outlives the step would keep a pipe open.
  const log = join(tmpdir(), `${name}.log`);
  const file = openSync(log, "w");
  const child = spawn(command, { shell: true, stdio: ["ignore", file, file] });
  const [status] = await once(child, "exit");
  const duration = `(${Math.round((performance.now() - start) / 1000)} s)`;
  const output = `\n── ${name} ${duration}\n${readFileSync(log, "utf8")}`;
  console.log(status === 0 ? output : `\n── ${name} failed ${duration}`);
  const { passed, failed } = count(report) ?? { passed: status === 0 ? 1 : 0, failed: 0 };
  return { name, output, hint: one, passed, failed: status === 0 ? 0 : Math.max(failed, 1) };
}

/** @param {string} [report] */
function count(report = "") {
  if (!existsSync(report)) return null;
  const { stats, numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  if (!stats) return { passed: numPassedTests, failed: numFailedTests };
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}
