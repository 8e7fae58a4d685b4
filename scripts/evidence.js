import { mkdirSync, rmSync } from "node:fs";
import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";
import { interruption } from "./run-and-report.js";

enterProject();
ensureInstalled();
// Only now, because it comes with the dependencies that may just have been installed.
const { writeAdvisories, writeBuilds, writeOverview, writeSbom } =
  await import("./evidence/report.js");
const interrupted = interruption();
const secondsSince = (/** @type {number} */ then) => Math.round((performance.now() - then) / 1000);
const started = performance.now();

rmSync("evidence", { recursive: true, force: true });
mkdirSync("evidence");
await ensureBuilt();

/** @type {import("./evidence/report.js").Result[]} */
const results = [];
for (const write of [writeSbom, writeAdvisories, writeBuilds]) {
  const begun = performance.now();
  const result = await write(interrupted).catch((/** @type {unknown} */ error) => ({
    said: "A part of the evidence could not be written.",
    problems: [error instanceof Error ? error.message : String(error)],
    files: [],
  }));
  if (interrupted.aborted) break;
  results.push(result);
  const { said, problems } = result;
  console.log(`${problems.length > 0 ? "✗" : "✓"} ${said} (${secondsSince(begun)} s)`);
  for (const problem of problems) console.error(`    ${problem.replaceAll("\n", "\n    ")}`);
}

if (interrupted.aborted) {
  console.log("Interrupted.");
  process.exitCode = interrupted.reason;
} else {
  writeOverview(results);
  const failed = results.some(({ problems }) => problems.length > 0);
  const outcome = failed ? "Not all of it is so, as said above." : "All of it is so.";
  console.log(
    `${outcome} It is in evidence/README.md and beside it. It took ${secondsSince(started)} s.`,
  );
  process.exitCode = failed ? 1 : 0;
}
