import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures a line for each failed test: its file, its name and what it complained of
 */

/** Counts of a vitest JSON report. @param {string} file @returns {Count} */
export function countVitest(file) {
  const report = read(file);
  const failures = [];
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    /** @type {{ status: string, fullName: string, failureMessages?: string[] }[]} */
    const tests = assertionResults;
    const failed = tests.filter((test) => test.status === "failed");
    for (const test of failed) failures.push(line(name, test.fullName, test.failureMessages?.[0]));
    // What goes wrong before the first test is the file's own failure.
    if (status === "failed" && failed.length === 0) failures.push(line(name, "", message));
  }
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures };
}

/** Counts of a Playwright JSON report. @param {string} file @returns {Count} */
export function countPlaywright(file) {
  const report = read(file);
  return {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: report?.stats.unexpected ?? 0,
    failures: (report?.suites ?? []).flatMap(playwrightFailures),
  };
}

/**
 * What of a Playwright report is read here.
 *
 * @typedef {object} Suite
 * @property {Suite[]} [suites]
 * @property {{ title: string, file: string, tests: { projectName: string, status: string,
 *   results: { error?: { message?: string } }[] }[] }[]} specs
 */

/** @param {Suite} suite @returns {string[]} */
function playwrightFailures(suite) {
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) =>
        line(file, `[${projectName}] ${title}`, results.at(-1)?.error?.message),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(playwrightFailures)];
}

/** @param {string} file @param {string} title @param {string} [message] its first line is enough to know it by */
function line(file, title, message = "") {
  const complaint = stripVTControlCharacters(message).split("\n")[0];
  return [relative(".", file), title, complaint].filter(Boolean).join(" › ");
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
