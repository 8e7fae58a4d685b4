import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { check, rules } from "./checker";
import type { History } from "./history";
import { createPlan } from "./plan";
import { run } from "./run";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    journeys: { type: "string", default: "300" },
    "at-once": { type: "string", default: "8" },
  },
});
const history: History = [];
const plan = createPlan(Number(values.seed), Number(values.journeys));
await run(plan, history, Number(values["at-once"]));
mkdirSync(".data", { recursive: true });
const lines = history.map((event) => `${JSON.stringify(event)}\n`);
writeFileSync(`.data/torture-${values.seed}.jsonl`, lines.join(""));

const findings = check(history);
for (const { rule, at, text } of findings) console.log(new Date(at).toISOString(), rule, "✗", text);
console.log(`${history.filter(({ type }) => type === "request").length} requests`);
for (const rule of Object.keys(rules))
  console.log(`${findings.filter((finding) => finding.rule === rule).length} × ${rule}`);
// Exits without waiting for connections that are still open.
process.exit(findings.length > 0 ? 1 : 0);
