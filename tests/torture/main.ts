import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { haproxyMissing } from "../support/haproxy";
import { redisMissing } from "../support/redis-server";
import { check, rules } from "./checker";
import { History, readHistory } from "./history";
import { createPlan } from "./plan";
import { run } from "./run";

const SHOWN = 40;

const say = (line: string) => void process.stdout.write(`${line}\n`);

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    journeys: { type: "string", default: "300" },
    "at-once": { type: "string", default: "8" },
    check: { type: "string" },
  },
});
const [seed, journeys, atOnce] = [values.seed, values.journeys, values["at-once"]].map(Number);
if (!Number.isInteger(seed) || !(Number(journeys) >= 1) || !(Number(atOnce) >= 1)) {
  fail("Usage: npm run torture -- [--seed N] [--journeys N] [--at-once N] [--check FILE]");
}

if (values.check === undefined && (redisMissing || haproxyMissing)) {
  fail("It needs Redis and HAProxy (on Debian: apt-get install redis-server haproxy).");
}

const violations = values.check === undefined ? await torture() : check(readHistory(values.check));

async function torture() {
  const plan = createPlan({ seed: seed ?? 1, journeys: journeys ?? 1 });
  const file = `.data/torture-${seed}.jsonl`;
  mkdirSync(".data", { recursive: true });
  rmSync(file, { force: true });
  const history = new History(file);
  say(`seed ${seed}: ${plan.journeys.length} journeys, ${plan.faults.length} faults`);
  const began = performance.now();
  const found = await run(plan, history, {
    atOnce: atOnce ?? 1,
    onJourney(index) {
      if (index > 0 && index % 100 === 0) say(`${index} journeys`);
    },
  });
  const count = (type: string) => history.events.filter((event) => event.type === type).length;
  const seconds = Math.round((performance.now() - began) / 1_000);
  say(
    `${count("request")} requests, ${count("call")} upstream calls in ${seconds} s; history in ${file}`,
  );
  return found;
}

for (const { rule, at, text } of violations.slice(0, SHOWN)) {
  say(`✗ ${new Date(at).toISOString()} ${rule}: ${text}`);
}
for (const rule of Object.keys(rules)) {
  say(`${violations.filter((one) => one.rule === rule).length} × ${rule}`);
}
// Who was on the way when the run ended need not be waited for.
process.exit(violations.length > 0 ? 1 : 0);
