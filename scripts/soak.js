import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

/** Parts of the run, after each of which the server is looked at; the first quarter is its warm-up. */
const PARTS = 20;

/** What may be held, and by how much it may grow between the second quarter and the last. */
const LIMITS = { rssMb: 300, growth: 1.1, slackMb: 5, slackHandles: 10 };

enterProject();
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200000" },
    connections: { type: "string", default: "8" },
  },
});
const [requests, connections] = [Number(values.requests), Number(values.connections)];
if (!(requests >= PARTS && connections >= 1)) {
  console.error("Usage: npm run soak -- [--requests N] [--connections N]");
  process.exit(1);
}
ensureInstalled();
await ensureBuilt();
const { startAuthStandIn } = await import("./soak/auth-stand-in.js");
const { startServer } = await import("./soak/server-under-soak.js");
const { createAsker, kindsOfVisits } = await import("./soak/visitors.js");

const folder = mkdtempSync(join(tmpdir(), "pulse-soak-"));
const auth = await startAuthStandIn();
const server = await startServer({
  AUTH_API_URL: auth.url,
  SANDBOX_DB: join(folder, "sandbox.duckdb"),
  TRUST_PROXY: "1",
});
const { asker, asked, close } = createAsker(server.url, connections);
const kinds = kindsOfVisits();
const shares = kinds.reduce((sum, { share }) => sum + share, 0);

/** @type {Map<string, number>} */
const faults = new Map();
let visitors = 0;

/** Always the same mix: the golden ratio spreads the kinds evenly. */
function nextKind() {
  let place = ((visitors * 0.6180339887) % 1) * shares;
  return kinds.find(({ share }) => (place -= share) < 0) ?? kinds[0];
}

/** @param {number} until number of requests */
async function visitUntil(until) {
  while (asked() < until) {
    visitors += 1;
    const kind = nextKind();
    try {
      await kind?.visit(asker(visitors), visitors);
    } catch (error) {
      const fault = `${kind?.name}: ${error instanceof Error ? error.message : String(error)}`;
      faults.set(fault, (faults.get(fault) ?? 0) + 1);
    }
  }
}

/** @type {import("./soak/server-under-soak.js").Sample[]} */
const samples = [];
console.log("requests   RSS MB   heap MB   open files   handles   requests a second of CPU");
let before = { asked: 0, cpu: await server.cpu() };
for (let part = 1; part <= PARTS; part += 1) {
  const until = Math.round((requests * part) / PARTS);
  await Promise.all(Array.from({ length: connections }, () => visitUntil(until)));
  const now = { asked: asked(), cpu: await server.cpu() };
  const sample = await server.sample();
  samples.push(sample);
  const speed = (now.asked - before.asked) / (now.cpu - before.cpu);
  before = { asked: asked(), cpu: await server.cpu() };
  const { rss, heap, fds, handles } = sample;
  const cells = [now.asked, rss.toFixed(0), heap.toFixed(1), fds, handles, speed.toFixed(0)];
  const widths = [8, 9, 10, 13, 10, 27];
  console.log(cells.map((cell, index) => String(cell).padStart(widths[index] ?? 0)).join(""));
}
close();
server.stop();
auth.stop();
rmSync(folder, { recursive: true, force: true });

const warm = samples.slice(PARTS / 4, PARTS / 2);
const last = samples.slice((PARTS * 3) / 4);

/** @param {"rss" | "heap" | "fds" | "handles"} what @param {number} allowed growth besides the tenth */
function grows(what, allowed) {
  const [then, now] = [warm, last].map((part) => median(part.map((sample) => sample[what])));
  if (then === undefined || now === undefined || Number.isNaN(now)) return [];
  const tells = `${what} went from ${then.toFixed(1)} to ${now.toFixed(1)}`;
  console.log(tells);
  const factor = what === "heap" || what === "rss" ? LIMITS.growth : 1;
  return now > then * factor + allowed ? [`it leaks: ${tells}`] : [];
}

/** @param {number[]} list */
function median(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
}

const highest = Math.max(...samples.map(({ rss }) => rss));
const failures = [
  ...grows("rss", LIMITS.slackMb),
  ...grows("heap", LIMITS.slackMb),
  ...grows("fds", LIMITS.slackHandles),
  ...grows("handles", LIMITS.slackHandles),
  ...(highest > LIMITS.rssMb ? [`it took ${highest.toFixed(0)} MB`] : []),
  ...Array.from(faults, ([fault, times]) => `${times} × ${fault}`),
];
for (const failure of failures) console.error(`FAILED: ${failure}`);
console.log(`${visitors} visits, ${asked()} requests, at most ${highest.toFixed(0)} MB`);
process.exit(failures.length > 0 ? 1 : 0);
