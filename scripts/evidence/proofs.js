import { existsSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { fileOf } from "./advisories.js";
import { runCommand } from "../run-command.js";

const REPORT = "tests/output/evidence.json";

/** How many cases of one test are named. */
const TOLD = 3;

/**
 * @typedef {object} Ran a test that vitest has reported
 * @property {string} name its file, groups and title, as vitest prints them
 * @property {string} status "passed", "failed", "skipped", "todo" …
 */

/**
 * Runs the files of some tests, whole: a file that does not load proves nothing.
 *
 * @param {readonly string[]} tests by name
 * @param {AbortSignal} interrupted
 * @returns {Promise<Ran[]>} what has run
 * @throws with vitest's output when it reports nothing
 */
export async function runTests(tests, interrupted) {
  const files = [...new Set(tests.map(fileOf))];
  // A report of another run would prove what is not so any more.
  rmSync(REPORT, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const command = ["node_modules/vitest/vitest.mjs", "run", ...files, ...reporters];
  const { output } = await runCommand(command, interrupted);
  if (!existsSync(REPORT)) throw new Error(`The tests did not run.\n${output}`);
  return testsOf(JSON.parse(readFileSync(REPORT, "utf8")));
}

/**
 * The tests in vitest's JSON report.
 *
 * @param {{ testResults: { name: string, assertionResults: { ancestorTitles: string[], title: string, status: string }[] }[] }} report
 * @returns {Ran[]}
 */
export function testsOf({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: [relative(".", name).replaceAll("\\", "/"), ...ancestorTitles, title].join(" > "),
      status,
    })),
  );
}

/**
 * Why a test proves nothing. A statement stands only if every test it names has run and passed; of a test with a table
 * of cases, every case.
 *
 * @param {string} test by name, as the advisories have it
 * @param {readonly Ran[]} ran
 * @returns {string | null} null: it has run and passed
 */
export function refusal(test, ran) {
  const pattern = patternOf(test);
  const cases = ran.filter(({ name }) => pattern.test(name));
  if (cases.length === 0) return `${test}: there is no such test, or its file does not load`;
  const bad = cases.filter(({ status }) => status !== "passed");
  if (bad.length === 0) return null;
  const told = bad.slice(0, TOLD).map(({ name, status }) => `${name}: ${status}`);
  const more = bad.length > TOLD ? [`and ${bad.length - TOLD} more`] : [];
  return [...told, ...more].join("\n");
}

/** What fits a test's name with whatever a table of cases puts into it. @param {string} test */
function patternOf(test) {
  const parts = test.split(/%[sdifjo#]|\$[\w.]+/);
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${literal.join("[^]*")}$`);
}
