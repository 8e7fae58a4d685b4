import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { names, rounds, seconds } from "./load";
import { rows, type Row } from "./rows";

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

function spread(values: readonly number[]): string {
  const figures = [median(values), Math.min(...values), Math.max(...values)];
  const [middle, least, most] = figures.map((figure) => Number(figure.toPrecision(3)));
  return values.length > 0 ? `${middle} (${least}–${most})` : "";
}

async function resultOf({ measure, ...row }: Row) {
  try {
    const { values, byClock = [] } = await measure();
    const { atLeast = -Infinity, atMost = Infinity } = row;
    const isMet = median(values) >= atLeast && median(values) <= atMost;
    return { ...row, values, byClock, verdict: isMet ? "met" : "missed" };
  } catch (error) {
    return { ...row, values: [], byClock: [], verdict: `failed: ${String(error)}` };
  }
}

const machine = { node: process.version, cpus: cpus().map(({ model }) => model), load: loadavg() };
const isChosen = ({ name }: Row) => !names.length || names.some((part) => name.includes(part));
const results = [];
for (const row of rows.filter(isChosen)) {
  process.stderr.write(`${row.name}\n`);
  results.push(await resultOf(row));
}
console.table(
  results.map(({ name, against, atLeast, atMost, values, byClock, verdict }) => ({
    name,
    against,
    median: spread(values),
    "by the clock": spread(byClock),
    goal: atLeast ? `≥ ${atLeast}` : `≤ ${atMost}`,
    verdict,
  })),
);
console.log(`${rounds} rounds of ${seconds} s a side; ratios are by CPU time of the servers.`);
const all = { machine, rounds, seconds, results };
writeFileSync("bench-results.json", `${JSON.stringify(all, null, 2)}\n`);
process.exit(results.some(({ verdict }) => verdict.startsWith("failed")) ? 1 : 0);
