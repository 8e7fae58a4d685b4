import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "./load.js";
import { startServer } from "./server-under-test.js";

/**
 * Measures what long answers cost a running process, prints it and leaves. From the repository's folder, with a
 * build and a sandbox of real trips:
 *
 *     npm run sandbox:import -- FILE…
 *     node tests/bench/streams.js
 */

const READER_BYTES_PER_SECOND = 1_000_000;
const PAGES = 15;
const STREAMS = 2_000;
const ADDRESSES = 200;

const agent = new Agent({ maxSockets: Infinity });

/** @param {string} url @param {Record<string, string>} [headers] */
async function open(url, headers = {}) {
  const [answer] = await once(get(url, { agent, headers }), "response");
  return /** @type {import("node:http").IncomingMessage} */ (answer);
}

/** @param {string} url resident memory of the process, in bytes */
async function memory(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}

/** Reads cold pages of the trip list one after the other. @param {string} url @param {number} first */
async function coldPages(url, first) {
  const times = [];
  for (let page = first; page < first + PAGES; page += 1) {
    const asked = performance.now();
    await (await fetch(`${url}/pulsescout/dashboard?tab=trip&page=${page}`)).text();
    times.push(performance.now() - asked);
    await sleep(100);
  }
  return median(times);
}

/** Takes an export at the reader's pace. @param {string} url */
async function slowExport(url) {
  const answer = await open(`${url}/pulsescout/dashboard/trips.csv`);
  const started = performance.now();
  let [bytes, rows] = [0, 0];
  for await (const chunk of answer) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) rows += 1;
    const ahead = (bytes / READER_BYTES_PER_SECOND) * 1000 - (performance.now() - started);
    if (ahead > 0) await sleep(ahead);
  }
  return { rows, bytes, seconds: (performance.now() - started) / 1000 };
}

/** @param {string} url */
async function measureExport(url) {
  await coldPages(url, 1000);
  const before = await memory(url);
  let peak = before;
  const watching = setInterval(() => {
    void memory(url).then((now) => (peak = Math.max(peak, now)));
  }, 1000);
  const { rows, bytes, seconds } = await slowExport(url);
  clearInterval(watching);

  const idle = await coldPages(url, 2000);
  const reading = slowExport(url);
  await sleep(1000);
  const beside = await coldPages(url, 3000);
  await reading;
  console.table({
    rows,
    MB: bytes / 1e6,
    seconds,
    "memory growth, MB": (peak - before) / 1e6,
    "cold page, idle, ms": idle,
    "cold page beside it, ms": beside,
    ratio: beside / idle,
  });
}

/** @param {string} url */
async function measureStreams(url) {
  const before = await memory(url);
  const streams = [];
  for (let index = 0; index < STREAMS; index += 1) {
    const address = `10.0.${Math.floor((index % ADDRESSES) / 100)}.${index % 100}`;
    streams.push(await open(`${url}/pulsescout/dashboard/events`, { "x-forwarded-for": address }));
  }
  const refused = streams.filter((stream) => stream.statusCode !== 200).length;
  const after = await memory(url);
  /** @type {number[]} */
  const heard = [];
  for (const stream of streams) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => text.includes("refresh") && heard.push(performance.now()));
  }
  // Figures older than their fresh time are asked for anew by the next reader.
  while (heard.length === 0) {
    await fetch(`${url}/pulsescout/dashboard`);
    await sleep(500);
  }
  await sleep(5_000);
  console.table({
    streams: streams.length - refused,
    refused,
    "KB for each": (after - before) / 1000 / streams.length,
    "reached by one refresh": Math.min(heard.length, streams.length),
    "first to last, ms": (heard[streams.length - 1] ?? NaN) - (heard[0] ?? NaN),
  });
  for (const stream of streams) stream.destroy();
}

process.env.TRUST_PROXY = "1";
const server = await startServer(process.cwd());
try {
  await fetch(`${server.url}/pulsescout/dashboard`);
  await measureExport(server.url);
  await measureStreams(server.url);
} finally {
  await server.stop();
}
process.exit();
