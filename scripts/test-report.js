import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} failures
 *
 * @typedef {object} Failure a test that failed
 * @property {string} file
 * @property {string} test its file and name
 * @property {string} complaint in a few lines
 * @property {string} command what runs it alone
 */

/** Counts of a vitest JSON report. @param {string} file @returns {Count} */
export function countVitest(file) {
  const report = read(file);
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    failures: (report?.testResults ?? []).flatMap(vitestFailures),
  };
}

/**
 * What of a test file in a vitest report is read here.
 *
 * @param {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} testFile
 * @returns {Failure[]}
 */
function vitestFailures({ name, status, message = "", assertionResults }) {
  const file = relative(".", name);
  const command = `npx vitest run ${file}`;
  const failed = assertionResults.filter((test) => test.status === "failed");
  // What goes wrong before the first test is the file's own failure.
  if (status === "failed" && failed.length === 0) {
    return [{ file, test: file, complaint: firstLines(message), command }];
  }
  return failed.map(({ fullName, failureMessages = [] }) => {
    const alike = assertionResults.filter((other) => other.fullName.includes(fullName));
    const only = alike.length > 1 ? `^${pattern(fullName)}$` : pattern(fullName);
    const complaint = firstLines(failureMessages[0] ?? "");
    return { file, test: `${file} › ${fullName}`, complaint, command: `${command} -t "${only}"` };
  });
}

/**
 * Counts of a Playwright JSON report.
 *
 * @param {string} file
 * @param {string} folder of the tests and their settings
 * @returns {Count}
 */
export function countPlaywright(file, folder) {
  const report = read(file);
  return {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    failures: (report?.suites ?? []).flatMap((/** @type {Suite} */ suite) =>
      playwrightFailures(suite, folder),
    ),
  };
}

/**
 * What of a Playwright report is read here.
 *
 * @typedef {object} Spec
 * @property {string} title
 * @property {string} file
 * @property {number} line
 * @property {{ projectName: string, status: string, results: { error?: { message?: string } }[] }[]} tests
 *
 * @typedef {object} Suite a file, or a group in it
 * @property {string} title
 * @property {Suite[]} [suites]
 * @property {Spec[]} specs
 */

/** @param {Suite} suite @param {string} folder @param {string[]} groups @returns {Failure[]} */
function playwrightFailures({ specs, suites = [] }, folder, groups = []) {
  const own = specs.flatMap(({ title, file, line, tests }) => {
    const path = `${folder}/${file}`;
    const name = [...groups, title].join(" › ");
    // A loop makes several tests of one line.
    const isAlone = specs.filter((other) => other.line === line).length === 1;
    const only = isAlone ? "" : ` -g "${pattern(title)}"`;
    return tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) => ({
        file: path,
        test: `${path} › [${projectName}] ${name}`,
        complaint: firstLines(results.at(-1)?.error?.message ?? ""),
        command: `npx playwright test -c ${folder} ${path}:${line} --project=${projectName}${only}`,
      }));
  });
  const inner = suites.flatMap((suite) =>
    playwrightFailures(suite, folder, [...groups, suite.title]),
  );
  return [...own, ...inner];
}

/** What a message says before it tells where. @param {string} message */
function firstLines(message) {
  // Of a test that takes too long vitest reports only this.
  const told = message.replace("STACK_TRACE_ERROR", "took too long");
  const lines = stripVTControlCharacters(told).split("\n");
  const end = lines.findIndex((line) => /^\s+at |^Call log:/.test(line));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => line.trim())
    .slice(0, 6)
    .join("\n");
}

/** A pattern that a name fits, without what means something to a shell or in a pattern. @param {string} name */
const pattern = (name) => name.replace(/[\\^$.*+?()[\]{}|"`!]/g, ".");

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
