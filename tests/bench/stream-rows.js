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

/** @param {string} url the product's @param {Agent} agent */
async function openStreams(url, agent) {
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
        answer.on("error", () => {}).resume();
      }),
    );
  }
}
