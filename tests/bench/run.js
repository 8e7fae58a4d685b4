import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { pinning, pinToAskingCore } from "./cores.js";
import { resultOf, table, without } from "./results-table.js";
import { rows } from "./rows.js";
import { Unavailable } from "./unavailable.js";
import { openWorkbench } from "./workbench.js";

/**
 * Measures the product against its baselines, prints the table and writes `bench-results.json`. What goes wrong
 * with one row stands in the table and leaves the others.
 *
 * @param {string} root the repository, built
 * @param {object} options
 * @param {string[]} options.names parts of the names of the rows to measure; none for all
 * @param {number} options.rounds
 * @param {number} options.seconds of each side of each round
 * @returns {Promise<boolean>} whether no row failed; one that cannot be measured here has not failed
 */
export async function runBenchmark(root, { names, rounds, seconds }) {
  const wanted = (/** @type {string} */ name) => name.toLowerCase();
  const chosen = rows.filter(
    (row) => names.length === 0 || names.some((name) => wanted(row.name).includes(wanted(name))),
  );
  if (chosen.length === 0) {
    const all = rows.map((row) => `  ${row.name}`).join("\n");
    throw new Error(`No row is named like that. There are:\n${all}`);
  }
  pinToAskingCore();
  const say = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
  const load = loadavg();
  const bench = openWorkbench({ root, rounds, seconds, say });
  const results = [];
  const started = performance.now();
  try {
    for (const [index, row] of chosen.entries()) {
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      say(`[${minutes} min] ${index + 1} of ${chosen.length}: ${row.name}`);
      results.push(await measured(row, bench));
    }
  } finally {
    await bench.close();
  }
  console.log(`\n${table(results)}`);
  console.log(
    [
      "",
      `${rounds} rounds of ${seconds} s a side, in turns; median (min–max) of the rounds' ratios.`,
      pinning
        ? "The server has a core to itself; what asks it has another."
        : "Without taskset or a second core nothing is bound to cores: believe the ratios by CPU.",
      "A goal is met when both ratios meet it, by the clock and by the server's CPU time.",
      "Lighthouse is no part of this table: it is measured apart.",
    ].join("\n"),
  );
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model, load };
  writeFileSync(
    join(root, "bench-results.json"),
    `${JSON.stringify({ machine, pinning, rounds, seconds, results }, null, 2)}\n`,
  );
  return results.every((result) => result.verdict !== "failed");
}

/** @param {import("./rows.js").Row} row @param {import("./workbench.js").Workbench} bench */
async function measured(row, bench) {
  try {
    return resultOf(row, await row.measure(bench));
  } catch (error) {
    if (error instanceof Unavailable) return without(row, "not measured", error.message);
    bench.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return without(row, "failed", error instanceof Error ? error.message : String(error));
  }
}
