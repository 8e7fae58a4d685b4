import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureInstalled } from "./install.js";
import { ENGINE_NAMES, engineProgram, howToInstall } from "./engines.js";
import { HOW_TO_INSTALL_PROMTOOL, promtool } from "./promtool.js";
import { HOW_TO_INSTALL_REDIS, redisProgram } from "./redis-program.js";
import { conclude, runSteps, stepFailed, stepSkipped } from "./steps.js";
import { countPlaywright, countVitest } from "./test-report.js";

const OUTPUT = "tests/output";

console.log(`Node ${process.version}`);
ensureInstalled();
rmSync(OUTPUT, { recursive: true, force: true });

// What the tests and their browsers leave behind goes with its folder.
const scratch = mkdtempSync(join(tmpdir(), "pulse-tests-"));
chmodSync(scratch, 0o755); // some is read as another user
process.env.TMPDIR = scratch;

// Only now, because it asks a package that may just have been installed.
const { ensureBrowser } = await import("./browser.js");
const browser = ensureBrowser().catch((/** @type {Error} */ error) => error);

// Two queues of the same length for two cores.
await Promise.all([
  runSteps([
    {
      name: "Lint",
      command: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
    },
    { name: "Types", command: ["node_modules/typescript/bin/tsc", "--noEmit"] },
  ]),
  runSteps([
    { name: "Production build", command: ["scripts/build.js"] },
    // Pure tests share one set of modules; loading it for each file costs more than they do.
    vitest("Unit and architecture tests", "unit", [
      "tests/unit",
      "tests/architecture",
      "--no-isolate",
    ]),
    {
      name: "Format",
      command: ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."],
    },
  ]),
]);

if (!promtool()) stepSkipped("What Prometheus says of the alert rules", HOW_TO_INSTALL_PROMTOOL);

// Each by itself, because it uses all cores and tells how long something took.
await runSteps([vitest("Integration tests", "integration", ["tests/integration"])]);
if (!redisProgram()) stepSkipped("Several instances with one Redis", HOW_TO_INSTALL_REDIS);
const chromium = await browser;
if (chromium instanceof Error) {
  console.error(chromium.message);
  stepFailed("Browser tests");
} else {
  await runSteps([
    {
      ...playwright("Browser tests", "e2e", ["js", "no-js"], "playwright"),
      env: { CHROMIUM_PATH: chromium },
    },
  ]);
}

const installed = ENGINE_NAMES.filter((name) => engineProgram(name));
for (const name of ENGINE_NAMES) {
  if (!installed.includes(name)) stepSkipped(`The journey in ${name}`, howToInstall(name));
}
if (installed.length > 0) {
  const name = `Journeys in ${installed.join(" and ")}`;
  await runSteps([playwright(name, "engines", installed, "engines")]);
}
rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
conclude();

/**
 * @param {string} name
 * @param {string} report its file's name
 * @param {string[]} args folders and options
 * @returns {import("./steps.js").Step}
 */
function vitest(name, report, args) {
  const file = `${OUTPUT}/${report}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return {
    name,
    command: ["node_modules/vitest/vitest.mjs", "run", ...args, ...reporters],
    count: () => countVitest(file),
  };
}

/**
 * @param {string} name
 * @param {string} folder of tests, with their settings
 * @param {string[]} projects
 * @param {string} report its file's name
 * @returns {import("./steps.js").Step}
 */
function playwright(name, folder, projects, report) {
  return {
    name,
    command: [
      "node_modules/@playwright/test/cli.js",
      "test",
      `--config=tests/${folder}/playwright.config.ts`,
      ...projects.map((project) => `--project=${project}`),
    ],
    count: () => countPlaywright(`${OUTPUT}/${report}.json`),
  };
}
