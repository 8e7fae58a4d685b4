import { connect } from "node:net";
import { AnswerReader } from "./answer-reader.js";
import { percentile } from "./statistics.js";

/**
 * The process that asks; started by `load-generator.js`, which tells it one task after the other.
 *
 * @typedef {object} Task
 * @property {number} port on loopback
 * @property {string[]} requests as they go over the connection, asked in turn
 * @property {number} connections each with one request under way at a time
 * @property {number} seconds
 * @property {number} [perSecond] requests in all; without it as many as are answered
 *
 * @typedef {object} Load
 * @property {number} answered requests, with those that were still under way when the time was over
 * @property {number} seconds until the last of them was answered
 * @property {Record<string, number>} statuses how many answers had which
 * @property {number} bytesPerAnswer of the body, as it came over the connection
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} busy share of the time in which this process was running
 * @property {string[]} errors
 */

/** How long a server may take for what is still under way when the time is over. */
const LONGEST_END_MS = 30_000;

/** One for all connections: what arrives is counted, not kept. */
const arrivals = Buffer.allocUnsafe(256 * 1024);

/** @param {Task} task @returns {Promise<Load>} */
async function run({ port, requests, connections, seconds, perSecond }) {
  const bytes = requests.map((request) => Buffer.from(request, "latin1"));
  /** @type {number[]} */
  const latencies = [];
  /** @type {Record<string, number>} */
  const statuses = {};
  /** @type {string[]} */
  const errors = [];
  /** Connections with nothing under way. @type {(() => void)[]} */
  const idle = [];
  /** When requests were due that found no idle connection. @type {number[]} */
  const waiting = [];
  let [asked, bodyBytes, underWay, over] = [0, 0, 0, false];

  /** @param {import("node:net").Socket} socket @param {AnswerReader} reader */
  function asker(socket, reader) {
    let dueAt = 0;
    const ask = (/** @type {number} */ due) => {
      dueAt = due;
      underWay += 1;
      socket.write(/** @type {Buffer} */ (bytes[asked++ % bytes.length]));
    };
    const answered = () => {
      const now = performance.now();
      underWay -= 1;
      latencies.push(now - dueAt);
      bodyBytes += reader.bodyBytes;
      statuses[reader.status] = (statuses[reader.status] ?? 0) + 1;
      if (perSecond !== undefined) {
        const due = waiting.shift();
        if (due === undefined) idle.push(begin);
        else ask(due);
      } else if (!over) ask(now);
    };
    const begin = () => ask(waiting.shift() ?? performance.now());
    return { answered, begin };
  }

  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const reader = new AnswerReader();
      const socket = connect({
        port,
        host: "127.0.0.1",
        noDelay: true,
        onread: {
          buffer: arrivals,
          callback(length, buffer) {
            // The one buffer is a Buffer, whatever the type says.
            const chunk = /** @type {Buffer} */ (buffer).subarray(0, length);
            if (reader.read(chunk)) turns.answered();
            return true;
          },
        },
      });
      const turns = asker(socket, reader);
      socket.on("error", (error) => errors.push(error.message));
      socket.on("close", () => over || errors.push("the server closed a connection"));
      await new Promise((resolve) => socket.once("connect", resolve).once("error", resolve));
      idle.push(turns.begin);
      return socket;
    }),
  );

  const started = performance.now();
  const cpu = process.cpuUsage();
  const end = started + seconds * 1000;
  if (perSecond === undefined) {
    for (const begin of idle.splice(0)) begin();
    await pause(seconds * 1000);
  } else {
    for (let due = 0; performance.now() < end && errors.length === 0;) {
      for (; started + (due / perSecond) * 1000 <= Math.min(performance.now(), end); due += 1) {
        waiting.push(started + (due / perSecond) * 1000);
        idle.shift()?.();
      }
      await pause(5);
    }
  }
  over = true;
  while (underWay > 0 && errors.length === 0 && performance.now() < end + LONGEST_END_MS)
    await pause(1);
  const took = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  for (const socket of sockets) socket.destroy();
  const sorted = Float64Array.from(latencies).sort();
  return {
    answered: latencies.length,
    seconds: took,
    statuses,
    bytesPerAnswer: bodyBytes / latencies.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    busy: (user + system) / 1e6 / took,
    errors,
  };
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

process.on("message", (/** @type {Task} */ task) => {
  void run(task).then((load) => process.send?.(load));
});
process.once("disconnect", () => process.exit());
