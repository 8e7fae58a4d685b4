import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled, enterProject } from "./install.js";
import { interruption } from "./run-and-report.js";
import { chooseSuites, shakeReport, shakenSteps } from "./shake-rounds.js";
import { runSteps } from "./steps.js";
import { OUTPUT } from "./suites.js";

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
    done.push({ seed, results: await runSteps(shakenSteps(chosen, seed), interrupted, 1) });
  }
  neighbour.kill("SIGKILL");
  const { lines, failed } = shakeReport(done);
  console.log(lines.join("\n"));
  process.exitCode = interrupted.reason ?? (failed > 0 ? 1 : 0);
}
