import { ENGINE_NAMES, engineProgram } from "./engines.js";
import { countPlaywright, countVitest } from "./test-report.js";

/** @typedef {import("./steps.js").Step} Step */

/** What the suites write: reports, and what Playwright has to show of a failed test. */
export const OUTPUT = "tests/output";

/** The engines that are installed. */
export const installedEngines = ENGINE_NAMES.filter((name) => engineProgram(name));

const SUITES = {
  unit: {
    title: "Unit and architecture tests",
    folders: ["tests/unit", "tests/architecture", "tests/torture"],
    run: vitest("unit"),
  },
  integration: {
    title: "Integration tests",
    folders: ["tests/integration"],
    run: vitest("integration"),
  },
  browser: {
    title: "Browser tests",
    folders: ["tests/e2e"],
    run: playwright("playwright", "tests/e2e", ["js", "no-js"]),
  },
  engines: {
    title: `Journeys in ${installedEngines.join(" and ")}`,
    folders: ["tests/engines"],
    run: playwright("engines", "tests/engines", installedEngines),
  },
};

/** @typedef {keyof typeof SUITES} SuiteName */

export const SUITE_NAMES = /** @type {SuiteName[]} */ (Object.keys(SUITES));

/** The suite that a test file, or a folder of them, belongs to. @param {string} path */
export function suiteOf(path) {
  return SUITE_NAMES.find((name) =>
    SUITES[name].folders.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  );
}

/**
 * The step that runs a suite.
 *
 * @param {SuiteName} name
 * @param {object} [choice]
 * @param {string[]} [choice.files] of it; all unless told
 * @param {string[]} [choice.options] of vitest or Playwright
 * @returns {Step}
 */
export function suite(name, { files, options = [] } = {}) {
  const { title, folders, run } = SUITES[name];
  return { name: title, ...run(files ?? folders, options) };
}

/** @param {string} report its file's name */
function vitest(report) {
  const file = `${OUTPUT}/${report}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return (/** @type {string[]} */ paths, /** @type {string[]} */ options) => {
    const args = ["run", ...paths, ...options];
    return {
      command: ["node_modules/vitest/vitest.mjs", ...args, ...reporters],
      alone: `npx vitest ${args.join(" ")}`,
      count: () => countVitest(file),
    };
  };
}

/** @param {string} report its file's name @param {string} folder with the settings @param {string[]} projects */
function playwright(report, folder, projects) {
  const chosen = projects.map((project) => `--project=${project}`);
  return (/** @type {string[]} */ paths, /** @type {string[]} */ options) => {
    const args = ["test", "-c", folder, ...paths, ...chosen, ...options];
    return {
      command: ["node_modules/@playwright/test/cli.js", ...args],
      alone: `npx playwright ${args.join(" ")}`,
      count: () => countPlaywright(`${OUTPUT}/${report}.json`, folder),
    };
  };
}
