import { spawnSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { capture } from "./captured-answer.js";
import { startSandbox } from "./sandbox.js";
import { median } from "./statistics.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./compare.js").Measured} Measured */

const FEW = 10_000;
const MANY = 1_000_000;
const PAGES_A_ROUND = 20;
const TRIPS_A_PAGE = 12;

/**
 * Pages of the trip list that nobody has looked at, from all over the list, one visitor at a time: of a million
 * trips against ten thousand.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} the median time of a page with many trips, divided by that with few
 */
export async function tripsScale(bench) {
  const few = await serverOf(bench, FEW);
  const many = await serverOf(bench, MANY);
  /** How far down the lists the pages are that were looked at. */
  const depths = Array.from(
    { length: (bench.rounds + 1) * PAGES_A_ROUND },
    (_, index, all = (bench.rounds + 1) * PAGES_A_ROUND) => (index + 0.5) / all,
  );
  const rounds = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    /** @type {{ few: number[], many: number[] }} */
    const times = { few: [], many: [] };
    for (let page = round; page < depths.length; page += bench.rounds + 1) {
      const depth = depths[page] ?? 0;
      times.few.push(await timeOfPage(few.url, FEW, depth));
      times.many.push(await timeOfPage(many.url, MANY, depth));
    }
    rounds.push({ few: median(times.few), many: median(times.many) });
  }
  // The first one found both servers cold.
  const measured = rounds.slice(1);
  return {
    values: measured.map((times) => times.many / times.few),
    details: {
      fewMilliseconds: median(measured.map((times) => times.few)),
      manyMilliseconds: median(measured.map((times) => times.many)),
    },
  };
}

/** @param {string} server @param {number} trips @param {number} depth from 0 to 1 */
async function timeOfPage(server, trips, depth) {
  const page = 1 + Math.floor(depth * Math.ceil(trips / TRIPS_A_PAGE));
  const started = performance.now();
  const { status } = await capture(new URL(`/pulsescout/dashboard?tab=trip&page=${page}`, server));
  if (status !== 200) throw new Error(`page ${page} of ${trips} trips: status ${status}`);
  return performance.now() - started;
}

/** A server before a sandbox that holds so many trips. @param {Workbench} bench @param {number} trips */
async function serverOf(bench, trips) {
  bench.say(`importing ${trips} generated trips`);
  const file = join(bench.folder, `${trips}.csv`);
  const database = join(bench.folder, `${trips}.duckdb`);
  await pipeline(Readable.from(tripLines(trips)), createWriteStream(file));
  const imported = spawnSync(
    process.execPath,
    [join(bench.root, "build/tools/sandbox-import.js"), file],
    { cwd: bench.root, env: { ...process.env, SANDBOX_DB: database }, encoding: "utf8" },
  );
  if (!imported.stdout.includes(`taken ${trips}`))
    throw new Error(`the import failed:\n${imported.stdout}${imported.stderr}`);
  const sandbox = await bench.keep(startSandbox(bench.root, database));
  return bench.keep(bench.start(sandbox.url));
}

const COUNTRIES = ["India", "Singapore", "Kenya", "Germany"];
const LAST_START = Date.UTC(2025, 7, 31, 20);
const YEAR_MS = 365 * 24 * 3600 * 1000;
const LINES_A_PIECE = 2_000;

/** Trips spread evenly over a year, the same each time. @param {number} trips */
function* tripLines(trips) {
  yield "trip_id,vehicle_id,start_time,end_time,distance_km,points,country\n";
  const drivers = Math.ceil(trips / 25);
  let piece = "";
  for (let trip = 0; trip < trips; trip += 1) {
    const start = LAST_START - Math.floor(((trips - trip) / trips) * YEAR_MS);
    const end = start + (300 + ((trip * 7919) % 5400)) * 1000;
    const distance = (1 + ((trip * 104729) % 40_000) / 1000).toFixed(3);
    const driver = (trip * 31) % drivers;
    const country = COUNTRIES[driver % COUNTRIES.length];
    piece += `${trip + 1},driver-${driver},${new Date(start).toISOString()},${new Date(end).toISOString()},${distance},${distance},${country}\n`;
    if (trip % LINES_A_PIECE === LINES_A_PIECE - 1 || trip === trips - 1) {
      yield piece;
      piece = "";
    }
  }
}
