import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";
import { request } from "undici";

// Measures pages of the built product beside a bare Node server that sends the same bytes. Never a test: the figures
// are this machine's. `npm run bench -- 10` measures each for 10 seconds.

const PAGES = {
  home: "/",
  fleet: "/pulsescout/dashboard?tab=fleet-overview",
  trips: "/pulsescout/dashboard?tab=trip",
};
const CONNECTIONS = "32";
const WARM_UP_SECONDS = 3;
/** Fetched when it is first used: nothing else needs its thirty packages. */
const AUTOCANNON = "autocannon@9.0.0";
const seconds = Number(process.argv[2] ?? 5);

const product = spawn(process.execPath, ["server/main.js"], {
  env: { ...process.env, PORT: "0", LOG_LEVEL: "error", NODE_ENV: "production" },
  stdio: ["ignore", "pipe", "inherit"],
});
process.on("exit", () => product.kill());
for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => process.exit(1));
/** @type {Record<string, unknown>[]} */
const rows = [];
for await (const line of createInterface(product.stdout)) {
  const [, origin] = / is ready at (http\S+)/.exec(line) ?? [];
  if (origin === undefined) continue;
  for (const [page, path] of Object.entries(PAGES)) rows.push(await compare(page, origin + path));
  break;
}
console.table(rows);
process.exit(rows.length > 0 ? 0 : 1);

/** Measures a page and a bare server one after the other. @param {string} page @param {string} url */
async function compare(page, url) {
  await load(url, WARM_UP_SECONDS);
  const response = await request(url, { headers: { "accept-encoding": "br" } });
  const body = await response.body.bytes();
  const bare = createServer((_request, reply) => {
    reply.writeHead(response.statusCode, response.headers).end(body);
  });
  await once(bare.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (bare.address());
  const [ours, best] = [await load(url), await load(`http://127.0.0.1:${port}/`)];
  bare.close();
  return {
    page,
    "bytes (br)": body.length,
    "requests/s": Math.round(ours.requests.average),
    "bare server": Math.round(best.requests.average),
    ratio: (ours.requests.average / best.requests.average).toFixed(2),
    "p50 ms": ours.latency.p50,
    "p99 ms": ours.latency.p99,
    "not 2xx": ours.non2xx + ours.errors,
  };
}

/**
 * @typedef {{ requests: { average: number }, latency: { p50: number, p99: number }, non2xx: number, errors: number }} Load
 * @param {string} url @returns {Promise<Load>}
 */
async function load(url, duration = seconds) {
  const options = ["--json", "-c", CONNECTIONS, "-d", String(duration), "-H", "Accept-Encoding=br"];
  const args = ["--yes", AUTOCANNON, ...options, url];
  const child = spawn("npx", args, { stdio: ["ignore", "pipe", "ignore"] });
  return /** @type {Promise<Load>} */ (json(child.stdout));
}
