import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { ensureInstalled } from "./install.js";
import { countPlaywright, countVitest } from "./test-report.js";

const OUTPUT = "tests/output";
const VITEST_REPORT = `${OUTPUT}/vitest.json`;
const PLAYWRIGHT_REPORT = `${OUTPUT}/playwright.json`;

ensureInstalled();
rmSync(OUTPUT, { recursive: true, force: true });

let passed = 0;
let failed = 0;
/** @type {string[]} */
const broken = [];

/**
 * Runs one step; the others follow whatever comes of it. A step is a check of its own, and may bring the
 * counts of the tests it ran.
 *
 * @param {string} name
 * @param {string[]} command a script of this repository's dependencies with its arguments
 * @param {{ env?: Record<string, string>, count?: () => import("./test-report.js").Count }} [options]
 */
function step(name, [script = "", ...args], { env = {}, count } = {}) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const tests = count?.() ?? { passed: 0, failed: 0 };
  passed += tests.passed + (status === 0 ? 1 : 0);
  failed += tests.failed + (status === 0 ? 0 : 1);
  if (status !== 0) broken.push(name);
}

step("Format", ["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."]);
step("Lint", ["node_modules/eslint/bin/eslint.js", "--config", "scripts/eslint.config.js", "."]);
step("Types", ["node_modules/typescript/bin/tsc", "--noEmit"]);
step("Production build", ["scripts/build.js"]);
step(
  "Unit and integration tests",
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${VITEST_REPORT}`,
  ],
  { count: () => countVitest(VITEST_REPORT) },
);
await browserTests();

for (const name of broken) console.log(`FAILED: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function browserTests() {
  const name = "Browser tests";
  // Only now, because it asks a package that may just have been installed.
  const { ensureBrowser } = await import("./browser.js");
  try {
    const chromium = await ensureBrowser();
    step(
      name,
      [
        "node_modules/@playwright/test/cli.js",
        "test",
        "--config",
        "tests/e2e/playwright.config.ts",
      ],
      { env: { CHROMIUM_PATH: chromium }, count: () => countPlaywright(PLAYWRIGHT_REPORT) },
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    failed += 1;
    broken.push(name);
  }
}
