import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {{ passed: number, failed: number }} Count
 */

/** Counts of a vitest JSON report. @param {string} file @returns {Count} */
export function countVitest(file) {
  const report = read(file);
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

/** Counts of a Playwright JSON report. @param {string} file @returns {Count} */
export function countPlaywright(file) {
  const stats = read(file)?.stats;
  return {
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: stats?.unexpected ?? 0,
  };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
