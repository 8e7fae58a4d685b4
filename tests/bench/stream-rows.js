import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { capture } from "./captured-answer.js";
import { residentBytes } from "./cores.js";

/** @typedef {import("./workbench.js").Workbench} Workbench */
/** @typedef {import("./compare.js").Measured} Measured */

/** As many as one process takes. */
const STREAMS = 5_000;
/** Each address has at most 20. */
const ADDRESSES = 500;
const AT_ONCE = 100;
/** For what opening left behind to be collected. */
const SETTLING_MS = 2_000;

/**
 * @param {Workbench} bench
 * @returns {Promise<Measured>} kilobytes of the process for each open event stream; each round in a process of its
 *   own, since memory once taken is not given back
 */
export async function streamMemory(bench) {
  const upstream = (await bench.sandbox()).url;
  const values = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    const server = await bench.start(upstream);
    const agent = new Agent({ maxSockets: Infinity });
    try {
      for (let visit = 0; visit < 50; visit += 1)
        await capture(new URL("/pulsescout/dashboard", server.url));
      const before = residentBytes(server.pid);
      await openStreams(server.url, agent);
      await sleep(SETTLING_MS);
      values.push((residentBytes(server.pid) - before) / 1000 / STREAMS);
    } finally {
      agent.destroy();
      await server.stop();
    }
  }
  return { values };
}

/** Longer than a page of the trip list is fresh. */
const STALE_AFTER_MS = 31_000;
const LONGEST_WAIT_MS = 20_000;

/**
 * Measured once: figures have to grow old first.
 *
 * @param {Workbench} bench
 * @returns {Promise<Measured>} milliseconds from the first to the last stream that hears of newer figures
 */
export async function refreshReach(bench) {
  const server = await bench.keep(bench.start((await bench.sandbox()).url));
  const list = new URL("/pulsescout/dashboard?tab=trip", server.url);
  const agent = new Agent({ maxSockets: Infinity });
  let [first, last, heard] = [0, 0, 0];
  try {
    await capture(list);
    await openStreams(server.url, agent, (text) => {
      if (!text.includes("event: refresh")) return;
      last = performance.now();
      if (heard === 0) first = last;
      heard += 1;
    });
    bench.say(`waiting ${STALE_AFTER_MS / 1000} s until the figures are no longer fresh`);
    await sleep(STALE_AFTER_MS);
    heard = 0;
    await capture(list);
    const end = performance.now() + LONGEST_WAIT_MS;
    while (heard < STREAMS && performance.now() < end) await sleep(20);
    if (heard < STREAMS) throw new Error(`${heard} of ${STREAMS} streams heard of newer figures`);
  } finally {
    agent.destroy();
  }
  return { values: [last - first] };
}

/**
 * @param {string} url the product's
 * @param {Agent} agent
 * @param {(text: string) => void} [onText] hears what comes over each
 */
async function openStreams(url, agent, onText = () => {}) {
  for (let opened = 0; opened < STREAMS; opened += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const address = (opened + index) % ADDRESSES;
        const headers = { "X-Forwarded-For": `10.0.${Math.floor(address / 250)}.${address % 250}` };
        const request = get(`${url}/pulsescout/dashboard/events`, { agent, headers });
        const [answer] = await once(request, "response");
        if (answer.statusCode !== 200) throw new Error(`a stream answers ${answer.statusCode}`);
        // The end of the server ends it.
        request.on("error", () => {});
        answer
          .on("error", () => {})
          .setEncoding("utf8")
          .on("data", onText);
      }),
    );
  }
}
