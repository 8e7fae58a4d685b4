import { spawn } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled, enterProject } from "./install.js";
import { interruption } from "./run-and-report.js";
import { chooseSuites, shakeReport, shakenSteps } from "./shake-rounds.js";
import { runSteps } from "./steps.js";
import { OUTPUT } from "./suites.js";

/** Where the output of failed rounds is kept, by their seeds: the next round begins without it. */
const FAILED_ROUNDS = ".cache/shake";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
});
const rounds = Number(values.rounds ?? 1);
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const chosen = chooseSuites(values.only ?? "", positionals);

enterProject();
ensureInstalled();
const interrupted = interruption();
const build = { name: "Production build", command: ["scripts/build.js"], alone: "npm run build" };
const [built] = await runSteps([build], interrupted);
if (built?.outcome === "passed") await shake();
else process.exitCode = interrupted.reason ?? 1;

async function shake() {
  // What runs beside the tests on other machines, too.
  const neighbour = spawn(process.execPath, ["-e", "for (;;);"]);
  /** @type {import("./shake-rounds.js").Round[]} */
  const done = [];
  for (let seed = first; seed < first + rounds && !interrupted.aborted; seed += 1) {
    console.log(`\n═══ Round ${done.length + 1} of ${rounds}, seed ${seed}`);
    rmSync(OUTPUT, { recursive: true, force: true });
    process.env.SHAKE_SEED = String(seed);
    const results = await runSteps(shakenSteps(chosen, seed), interrupted, 1);
    done.push({ seed, results });
    if (results.some(({ outcome }) => outcome === "failed")) keepOutput(seed);
  }
  neighbour.kill("SIGKILL");
  const { lines, failed } = shakeReport(done);
  console.log(lines.join("\n"));
  process.exitCode = interrupted.reason ?? (failed > 0 ? 1 : 0);
}

/** Keeps the reports of a round, and the pages of its failed browser tests. @param {number} seed */
function keepOutput(seed) {
  if (!existsSync(OUTPUT)) return;
  const folder = `${FAILED_ROUNDS}/${seed}`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(OUTPUT, folder, { recursive: true });
  console.log(`Its reports and pages are in ${folder}.`);
}
