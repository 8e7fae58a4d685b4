import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

enterProject();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2" },
  },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
if (!(Number.isInteger(rounds) && rounds > 0 && seconds > 0)) {
  console.error("Usage: npm run bench -- [PART OF A ROW'S NAME…] [--rounds N] [--seconds S]");
  process.exit(1);
}
ensureInstalled();
await ensureBuilt();
const { runBenchmark } = await import("../tests/bench/run.js");
try {
  const complete = await runBenchmark(process.cwd(), { names: positionals, rounds, seconds });
  if (!complete) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
