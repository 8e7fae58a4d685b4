import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { buildWithEmptyRoute } from "./empty-route-build.js";
import { load, median } from "./load.js";
import { startServer } from "./server-under-test.js";

const ROUNDS = 3;
const SECONDS = 6;

/** Each pair is measured in turns, so that a noisy minute of the machine hits both sides. */
const pairs = [
  { name: "fleet document", path: "/pulsescout/dashboard", yardstick: "/bench/empty" },
  { name: "fleet .data", path: "/pulsescout/dashboard.data", yardstick: "/bench/empty.data" },
  { name: "trips document", path: "/pulsescout/dashboard?tab=trip", yardstick: "/bench/empty" },
  {
    name: "trips .data",
    path: "/pulsescout/dashboard.data?tab=trip",
    yardstick: "/bench/empty.data",
  },
];

/** @param {{ url: string, upstreamCalls: () => Promise<number> }} server @param {(typeof pairs)[number]} pair */
async function measurePair(server, pair) {
  const own = [];
  const empty = [];
  let upstreamCalls = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    empty.push(await load(server.url + pair.yardstick, { seconds: SECONDS }));
    const before = await server.upstreamCalls();
    own.push(await load(server.url + pair.path, { seconds: SECONDS }));
    upstreamCalls += (await server.upstreamCalls()) - before;
  }
  const rps = median(own.map((run) => run.requestsPerSecond));
  const emptyRps = median(empty.map((run) => run.requestsPerSecond));
  const p99 = median(own.map((run) => run.p99));
  const emptyP99 = median(empty.map((run) => run.p99));
  const requests = own.reduce((sum, run) => sum + run.requests, 0);
  return {
    name: pair.name,
    requestsPerSecond: rps,
    emptyRequestsPerSecond: emptyRps,
    rpsRatio: rps / emptyRps,
    p99,
    emptyP99,
    p99Ratio: p99 / emptyP99,
    upstreamCallsPer10000: (upstreamCalls / requests) * 10_000,
  };
}

/**
 * Measures the warm dashboard against an empty route of the same build, prints the table and writes
 * `bench-results.json`.
 *
 * @param {string} root the repository
 */
export async function runBenchmark(root) {
  const copy = join(root, ".cache/bench");
  console.log("Building the product with an empty route beside it ...");
  buildWithEmptyRoute(root, copy);
  const server = await startServer(copy);
  const results = [];
  try {
    for (const { path, yardstick } of pairs) {
      await load(server.url + path, { seconds: 2 });
      await load(server.url + yardstick, { seconds: 2 });
    }
    for (const pair of pairs) {
      const result = await measurePair(server, pair);
      results.push(result);
      console.log(`measured ${result.name}`);
    }
  } finally {
    await server.stop();
  }
  console.log(
    `\nWarm dashboard against an empty route: ${ROUNDS} rounds of ${SECONDS} s each, 32 connections, medians`,
  );
  console.table(
    Object.fromEntries(
      results.map((result) => [
        result.name,
        {
          "req/s": Math.round(result.requestsPerSecond),
          "empty req/s": Math.round(result.emptyRequestsPerSecond),
          "req/s ratio": Number(result.rpsRatio.toFixed(2)),
          "p99 ms": result.p99,
          "empty p99 ms": result.emptyP99,
          "p99 ratio": Number(result.p99Ratio.toFixed(2)),
          "upstream calls / 10,000": Number(result.upstreamCallsPer10000.toFixed(2)),
        },
      ]),
    ),
  );
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
  writeFileSync(
    join(root, "bench-results.json"),
    `${JSON.stringify({ machine, rounds: ROUNDS, seconds: SECONDS, results }, null, 2)}\n`,
  );
}
