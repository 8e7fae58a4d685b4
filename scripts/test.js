import { rmSync } from "node:fs";
import { ENGINE_NAMES, engineProgram, howToInstall } from "./engines.js";
import { ensureInstalled } from "./install.js";
import { HOW_TO_INSTALL_PROMTOOL, promtool } from "./promtool.js";
import { HOW_TO_INSTALL_REDIS, redisProgram } from "./redis-program.js";
import { runAndReport } from "./run-and-report.js";
import { countPlaywright, countVitest } from "./test-report.js";

/** @typedef {import("./steps.js").Step} Step */

const OUTPUT = "tests/output";

console.log(`Node ${process.version}`);
ensureInstalled();
rmSync(OUTPUT, { recursive: true, force: true });

const engines = ENGINE_NAMES.filter((name) => engineProgram(name));
const skipped = ENGINE_NAMES.filter((name) => !engines.includes(name)).map(
  (name) => `The journey in ${name}. ${howToInstall(name)}`,
);
if (!redisProgram()) skipped.push(`Several instances with one Redis. ${HOW_TO_INSTALL_REDIS}`);
if (!promtool()) {
  skipped.push(`What Prometheus says of the alert rules. ${HOW_TO_INSTALL_PROMTOOL}`);
}

/** @type {Step[]} */
const steps = [
  { name: "Chromium", command: ["scripts/browser.js"], alone: "node scripts/browser.js", cores: 0 },
  { name: "Production build", command: ["scripts/build.js"], alone: "npm run build" },
  {
    name: "Lint",
    command: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
    alone: "npm run lint",
  },
  // Pure tests share one set of modules; loading it for each file costs more than they do.
  vitest("Unit and architecture tests", ["tests/unit", "tests/architecture", "--no-isolate"]),
  {
    name: "Types",
    command: ["node_modules/typescript/bin/tsc", "--noEmit"],
    alone: "npm run typecheck",
  },
  {
    name: "Format",
    command: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
    alone: "npm run format",
  },
  { ...vitest("Integration tests", ["tests/integration"]), needs: ["Production build"], cores: 2 },
  {
    ...playwright("Browser tests", "tests/e2e", ["js", "no-js"], "playwright"),
    needs: ["Production build", "Chromium"],
    cores: 2,
  },
];
if (engines.length > 0) {
  steps.push({
    ...playwright(`Journeys in ${engines.join(" and ")}`, "tests/engines", engines, "engines"),
    needs: ["Production build"],
    cores: 2,
  });
}

const ended = await runAndReport(steps, skipped);
if (!ended) rmSync(OUTPUT, { recursive: true, force: true });

/**
 * @param {string} name
 * @param {string[]} args folders and options
 * @returns {Step}
 */
function vitest(name, args) {
  const file = `${OUTPUT}/${args[0]?.replace("/", "-")}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return {
    name,
    command: ["node_modules/vitest/vitest.mjs", "run", ...args, ...reporters],
    alone: `npx vitest run ${args.join(" ")}`,
    count: () => countVitest(file),
  };
}

/**
 * @param {string} name
 * @param {string} folder of tests, with their settings
 * @param {string[]} projects
 * @param {string} report its file's name
 * @returns {Step}
 */
function playwright(name, folder, projects, report) {
  const args = ["test", "-c", folder, ...projects.map((project) => `--project=${project}`)];
  return {
    name,
    command: ["node_modules/@playwright/test/cli.js", ...args],
    alone: `npx playwright ${args.join(" ")}`,
    count: () => countPlaywright(`${OUTPUT}/${report}.json`, folder),
  };
}
