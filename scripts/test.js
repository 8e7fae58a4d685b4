import { rmSync } from "node:fs";
import { ensureInstalled } from "./install.js";
import { runSteps } from "./steps.js";
import { missingPrograms, programPath } from "./test-programs.js";

/** @typedef {import("./steps.js").Step} Step */

/** Folder of the reports, and of Playwright's screenshots and traces of failed tests. */
const OUTPUT = "tests/output";

/** @type {Step[]} */
const source = [
  { name: "Lint", command: "npm run lint" },
  { name: "Types", command: "npm run typecheck" },
  { name: "Format", command: "npm run format -- --check" },
];

const vitest = (/** @type {string} */ name, folders = "") => ({
  name,
  command: `npx vitest run ${folders} --reporter=dot --reporter=json --outputFile.json=${OUTPUT}/vitest.json`,
  one: 'npx vitest run FILE -t "NAME"',
  report: `${OUTPUT}/vitest.json`,
});

const engines = {
  name: "Journeys in other browsers",
  needs: ["Build"],
  command: "npx playwright test -c tests/engines",
  one: "npx playwright test -c tests/engines FILE:LINE --project=firefox",
  report: `${OUTPUT}/engines.json`,
};

console.log(`Node ${process.version}`);
await ensureInstalled();
rmSync(OUTPUT, { recursive: true, force: true });

if (process.argv.includes("--without-build")) {
  const folders = "tests/unit tests/architecture";
  await runSteps([[vitest("Unit and architecture tests", folders)], source]);
} else {
  await runSteps(
    [
      [
        { name: "Build", command: "npm run build" },
        { ...vitest("Unit and integration tests"), needs: ["Build"] },
      ],
      [
        { name: "Chromium", command: "node scripts/browser.js" },
        ...source,
        {
          name: "Browser tests",
          needs: ["Build", "Chromium"],
          command: "npx playwright test -c tests/e2e --project=js --project=no-js",
          one: "npx playwright test -c tests/e2e FILE:LINE --project=js",
          report: `${OUTPUT}/playwright.json`,
        },
      ],
      programPath("firefox") || programPath("webkit") ? [engines] : [],
    ],
    missingPrograms(),
  );
}
