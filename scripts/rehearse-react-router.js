import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled, enterProject } from "./install.js";
import { applyPatches, commit, copyProject } from "./rehearse-react-router/copy.js";
import { countInstalled, writeReport } from "./rehearse-react-router/report.js";
import { changePackages, renameByTables, runCodemod } from "./rehearse-react-router/rename.js";
import { run } from "./run.js";
import { interruption } from "./run-and-report.js";
import { chooseSuites } from "./shake-rounds.js";
import { runSteps } from "./steps.js";
import { suite } from "./suites.js";
import { conclusion } from "./test-summary.js";

const BUILD = { name: "Production build", command: ["scripts/build.js"], alone: "npm run build" };
const CHROMIUM = {
  name: "Chromium",
  command: ["scripts/browser.js"],
  alone: "node scripts/browser.js",
  cores: 0,
};

/** What is run in the copy once it is installed. @type {Record<string, import("./steps.js").Step[]>} */
const STEPS = {
  install: [],
  build: [BUILD],
  types: [
    {
      name: "Types",
      command: ["node_modules/@typescript/native/bin/tsc", "--noEmit"],
      alone: "npm run typecheck",
    },
  ],
  unit: [suite("unit")],
  integration: [{ ...suite("integration"), needs: [BUILD.name] }],
  browser: [CHROMIUM, { ...suite("browser"), needs: [BUILD.name, CHROMIUM.name], cores: 2 }],
};
const NAMES = Object.keys(STEPS);

const { values } = parseArgs({
  options: { until: { type: "string", default: "browser" }, keep: { type: "boolean" } },
});
const last = NAMES.indexOf(values.until);
if (last === -1) {
  console.error(`--until takes one of: ${NAMES.join(", ")}`);
  process.exit(1);
}

/**
 * Steps for the files of failed tests, a suite each.
 *
 * @param {import("./steps.js").Result[]} of
 */
function failedAlone(of) {
  const failed = new Set(of.flatMap(({ tests }) => tests.failures.map(({ file }) => file)));
  return failed.size === 0
    ? []
    : chooseSuites("", [...failed]).map(({ name, files: own = [] }) => suite(name, { files: own }));
}

enterProject();
ensureInstalled();
const project = process.cwd();
const before = countInstalled();
const { copy, files } = copyProject();
console.log(`The copy is in ${copy}`);
process.chdir(copy);
commit("On Remix 2");

runCodemod();
const byCodemod = commit("Renamed by the official codemod");
renameByTables(files);
const byTables = commit("Renamed by the tables");
applyPatches();
commit("Patched");
for (const step of /** @type {const} */ (["out", "in"])) {
  changePackages(step);
  run("npm", ["install", "--include=dev", ...(step === "out" ? ["--package-lock-only"] : [])]);
}
commit("Installed");

const interrupted = interruption();
const steps = NAMES.slice(0, last + 1).flatMap((name) => STEPS[name] ?? []);
const results = await runSteps(steps, interrupted);
if (interrupted.aborted) {
  process.exitCode = interrupted.reason;
} else {
  const { lines, failed } = conclusion(results);
  console.log(lines.join("\n"));
  process.exitCode = failed > 0 ? 1 : 0;
  // Tells what the move breaks from what a busy machine does; what has failed stays failed.
  const again = await runSteps(failedAlone(results), interrupted, 1);
  const installed = { before, after: countInstalled() };
  process.chdir(project);
  // Half a rehearsal is no proof.
  if (last === NAMES.length - 1) writeReport({ byCodemod, byTables, results, again, installed });
}
if (values.keep) console.log(`The copy stays in ${copy}`);
else rmSync(copy, { recursive: true });
