import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command as a person types it
 * @property {string[]} [needs] names of steps that have to pass before
 * @property {string} [report] where Playwright or vitest counts its tests
 * @property {string} [one] the command for one of its tests
 *
 * @typedef {{ name: string, output: string, hint: string, passed: number, failed: number }} Result
 */

/**
 * Runs lanes of steps side by side, the steps of a lane one after the other. The output of a step is printed when it
 * has ended, that of failed steps at the end of all, and the counts last.
 *
 * @param {Step[][]} lanes a step stands after those that it needs, in its lane or in an earlier one
 * @param {string[]} [missing] what cannot be tested here: skipped, or failed where STRICT is set
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
  const bad = all.filter(({ failed }) => failed > 0);
  const strict = Boolean(process.env.STRICT);
  let [passed, failed] = [0, strict ? missing.length : 0];
  for (const result of all) [passed, failed] = [passed + result.passed, failed + result.failed];
  for (const { output } of bad) console.log(output);
  for (const what of missing) console.log(`${strict ? "✗ MISSING" : "!!! SKIPPED"}: ${what}`);
  for (const { name, hint } of bad) console.log(`✗ ${name}: ${hint}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** @param {Step} step @param {(Promise<Result> | undefined)[]} needs @returns {Promise<Result>} */
async function runAfter({ name, command, report, one = command }, needs) {
  const broken = (await Promise.all(needs)).find((need) => need?.failed);
  if (broken)
    return { name, output: "", hint: `not run without ${broken.name}`, passed: 0, failed: 1 };
  const began = performance.now();
  // A file, because a process that outlives the step would keep a pipe open.
  const log = join(tmpdir(), `${name}.log`);
  const file = openSync(log, "w");
  const child = spawn(command, { shell: true, stdio: ["ignore", file, file] });
  const [status] = await once(child, "exit");
  const took = `(${Math.round((performance.now() - began) / 1000)} s)`;
  const output = `\n── ${name} ${took}\n${readFileSync(log, "utf8")}`;
  console.log(status === 0 ? output : `\n── ${name} failed ${took}`);
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
