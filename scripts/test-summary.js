/** @typedef {import("./steps.js").Result} Result */

/**
 * What came of all steps, for the end of a long output: how long each took, what was left out, each failure with
 * its complaint and the command that shows it again, and the counts last.
 *
 * @param {Result[]} results
 * @param {string[]} [skipped] what was left out, and why
 * @returns {{ lines: string[], failed: number }}
 */
export function conclusion(results, skipped = []) {
  const total = { passed: 0, failed: 0 };
  for (const result of results) {
    const { passed, failed } = counts(result);
    total.passed += passed;
    total.failed += failed;
  }
  const lines = [
    "",
    ...results.map(row),
    "",
    ...skipped.map((what) => `!!! SKIPPED: ${what}`),
    ...results.flatMap(failures),
    `${total.passed} passed, ${total.failed} failed`,
  ];
  return { lines, failed: total.failed };
}

/** The tests of a step, or where they do not tell what happened the step itself. @param {Result} result */
function counts({ outcome, tests: { passed, failed } }) {
  if (outcome !== "passed" && failed === 0) return { passed, failed: 1 };
  return passed + failed === 0 ? { passed: 1, failed: 0 } : { passed, failed };
}

/** @param {Result} result */
function row({ step, outcome, began, took, tests: { passed, failed } }) {
  const times = [took, began].map((seconds) => `${Math.round(seconds)} s`.padStart(5));
  const tests = passed + failed > 0 ? ` (${passed} passed, ${failed} failed)` : "";
  return `${times[0]}  from ${times[1]}  ${outcome.padEnd(7)}  ${step.name}${tests}`;
}

/** @param {Result} result */
function failures({ step, outcome, output, tests }) {
  if (outcome === "passed") return [];
  if (outcome === "not run") {
    return [`✗ ${step.name}: not run, because it needs ${step.needs?.join(" and ")}`];
  }
  const told = tests.failures.flatMap(({ test, complaint, command }) =>
    failure(test, complaint, command),
  );
  if (told.length > 0) return told;
  const end = output.split("\n").filter((line) => line.trim());
  return failure(step.name, end.slice(-8).join("\n"), step.alone);
}

/** @param {string} what @param {string} complaint @param {string} command */
function failure(what, complaint, command) {
  const lines = complaint.split("\n").filter(Boolean);
  return [`✗ ${what}`, ...lines.map((line) => `    ${line}`), `  > ${command}`];
}
