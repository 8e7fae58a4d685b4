import { spawn } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { pinned, residentBytes } from "./cores.js";
import { median } from "./statistics.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./compare.js").Measured} Measured */

const PAGES_A_ROUND = 15;

/**
 * The whole fleet's trips as CSV, against a process in the product's place that only reads the same pages.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} rows per second, divided by the reader's
 */
export async function exportSpeed(bench) {
  const upstream = (await bench.sandbox()).url;
  const server = await bench.server();
  await takeExport(server.url);
  await readPages(upstream);
  /** @type {{ rows: number, seconds: number }[]} */
  const ours = [];
  /** @type {{ rows: number, seconds: number }[]} */
  const direct = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    ours.push(await takeExport(server.url));
    direct.push(await readPages(upstream));
  }
  const perSecond = (/** @type {{ rows: number, seconds: number } | undefined} */ taken) =>
    taken === undefined ? NaN : taken.rows / taken.seconds;
  return {
    values: ours.map((taken, round) => perSecond(taken) / perSecond(direct[round])),
    details: { ours, direct },
  };
}

/** @param {Workbench} bench @returns {Promise<Measured>} megabytes while an export is read as fast as it comes */
export function exportMemory(bench) {
  return memoryGrowth(bench, Infinity);
}

/** @param {Workbench} bench @returns {Promise<Measured>} megabytes while an export is read at 1 MB/s */
export function slowExportMemory(bench) {
  return memoryGrowth(bench, 1_000_000);
}

/**
 * By how much the process grows at most during an export; each round in a process of its own, since memory once
 * taken is not given back.
 *
 * @param {Workbench} bench
 * @param {number} bytesPerSecond that the reader takes
 * @returns {Promise<Measured>}
 */
async function memoryGrowth(bench, bytesPerSecond) {
  const upstream = (await bench.sandbox()).url;
  const values = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const server = await bench.start(upstream);
    try {
      for (let visit = 0; visit < 20; visit += 1)
        await (await fetch(`${server.url}/pulsescout/dashboard?tab=trip`)).text();
      const before = residentBytes(server.pid);
      let peak = before;
      const watching = setInterval(() => {
        peak = Math.max(peak, residentBytes(server.pid));
      }, 20);
      await takeExport(server.url, bytesPerSecond);
      clearInterval(watching);
      values.push((peak - before) / 1e6);
    } finally {
      await server.stop();
    }
  }
  return { values };
}

/** @param {string} url the product's @param {number} [bytesPerSecond] */
async function takeExport(url, bytesPerSecond = Infinity) {
  const started = performance.now();
  const [answer] = await once(
    get(`${url}/pulsescout/dashboard/trips.csv`, { agent: false }),
    "response",
  );
  if (answer.statusCode !== 200) throw new Error(`the export answers ${answer.statusCode}`);
  // The first line names the columns.
  let [rows, bytes] = [-1, 0];
  for await (const chunk of answer) {
    for (const byte of chunk) if (byte === 10) rows += 1;
    bytes += chunk.length;
    const ahead = (bytes / bytesPerSecond) * 1000 - (performance.now() - started);
    if (ahead > 0) await sleep(ahead);
  }
  return { rows, seconds: (performance.now() - started) / 1000 };
}

/**
 * Pages of the trip list that nobody has looked at, while an export runs and while none does.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} the median time of a page beside an export, divided by that of one alone
 */
export async function pagesBesideExport(bench) {
  const server = await bench.server();
  let page = 1_000;
  const timeOfPages = async () => {
    const times = [];
    for (const last = page + PAGES_A_ROUND; page < last; page += 1) {
      const started = performance.now();
      await (await fetch(`${server.url}/pulsescout/dashboard?tab=trip&page=${page}`)).text();
      times.push(performance.now() - started);
    }
    return median(times);
  };
  await timeOfPages();
  const values = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const alone = await timeOfPages();
    const exporting = takeExport(server.url, 1_000_000);
    values.push((await timeOfPages()) / alone);
    await exporting;
  }
  return { values };
}

/** @param {string} upstream @returns {Promise<{ rows: number, seconds: number }>} */
async function readPages(upstream) {
  const script = fileURLToPath(new URL("page-reader.js", import.meta.url));
  const [program, args] = pinned("answering", [process.execPath, script, upstream]);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [read] = await once(child, "message");
  return read;
}
