import { SUITE_NAMES, suite, suiteOf } from "./suites.js";

/**
 * @typedef {import("./suites.js").SuiteName} SuiteName
 * @typedef {import("./steps.js").Result} Result
 *
 * @typedef {object} Choice
 * @property {SuiteName} name
 * @property {string[]} [files] all of them unless told
 *
 * @typedef {object} Round
 * @property {number} seed
 * @property {Result[]} results
 */

/**
 * The suites that are to be shaken.
 *
 * @param {string} only the name of a suite, or "" for all of them
 * @param {string[]} files paths of test files; those name their suites, too
 * @returns {Choice[]}
 * @throws when there is no such suite
 */
export function chooseSuites(only, files) {
  const unknown = files.find((file) => suiteOf(file) === undefined);
  if (unknown !== undefined) throw new Error(`${unknown} is in no folder of tests.`);
  if (only && !SUITE_NAMES.some((name) => name === only)) {
    throw new Error(`There is no suite ${only}. There are: ${SUITE_NAMES.join(", ")}.`);
  }
  return SUITE_NAMES.filter((name) => !only || name === only)
    .map((name) => ({ name, files: files.filter((file) => suiteOf(file) === name) }))
    .filter((choice) => files.length === 0 || choice.files.length > 0)
    .map(({ name, files: own }) => (own.length > 0 ? { name, files: own } : { name }));
}

/**
 * The steps of one round: the same tests, in an order that the seed decides.
 *
 * @param {Choice[]} chosen
 * @param {number} seed
 */
export function shakenSteps(chosen, seed) {
  return chosen.map(({ name, files }) => {
    const options =
      name === "unit" || name === "integration"
        ? ["--sequence.shuffle", `--sequence.seed=${seed}`]
        : // Only tests that may run beside those of their own file change their order.
          ["--fully-parallel", `--shuffle=${seed}`];
    return suite(name, files ? { files, options } : { options });
  });
}

/**
 * Each test that failed in any round, with the seeds of those rounds and what shakes it again in the same way.
 *
 * @param {Round[]} rounds
 * @returns {{ lines: string[], failed: number }}
 */
export function shakeReport(rounds) {
  /** @type {Map<string, { complaint: string, again: string, seeds: number[] }>} */
  const found = new Map();
  for (const { seed, results } of rounds) {
    for (const { what, complaint, again } of results.flatMap(findings)) {
      const seeds = found.get(what)?.seeds ?? [];
      found.set(what, { complaint, again, seeds: [...seeds, seed] });
    }
  }
  const told = [...found].flatMap(([what, { complaint, again, seeds }]) => [
    `✗ ${what} (seed ${seeds.join(", ")})`,
    ...complaint.split("\n").map((line) => `    ${line}`),
    `  > npm run test:shake -- --seed ${seeds[0]} ${again}`,
  ]);
  const count = rounds.length === 1 ? "1 round" : `${rounds.length} rounds`;
  return { lines: ["", ...told, `${count}, ${found.size} failed`], failed: found.size };
}

/** What failed in a suite, with the arguments that shake it alone. @param {Result} result */
function findings({ step, outcome, output, tests }) {
  if (outcome === "passed") return [];
  if (tests.failures.length === 0) {
    const complaint = output.trim().split("\n").slice(-8).join("\n");
    const name = SUITE_NAMES.find((suiteName) => suite(suiteName).name === step.name);
    return [{ what: step.name, complaint, again: `--only ${name}` }];
  }
  return tests.failures.map(({ test, file, complaint }) => ({
    what: test,
    complaint,
    again: file,
  }));
}
