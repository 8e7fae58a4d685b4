import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** On a signal the server collects all garbage, so that what is left is held. */
const COLLECTOR = `process.on("SIGUSR2", () => { for (let i = 0; i < 2; i += 1) globalThis.gc(); })`;

const MB = 1024 * 1024;

/**
 * @typedef {object} Sample
 * @property {number} rss resident memory before garbage is collected, MB
 * @property {number} heap JavaScript's own after it, MB
 * @property {number} fds open files and connections
 * @property {number} handles what the event loop watches
 */

/**
 * Starts the built server with the sandbox for its figures, as a process of its own that tells what it holds.
 *
 * @param {Record<string, string>} env settings beside the usual ones
 */
export async function startServer(env) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      "--expose-gc",
      `--import=data:text/javascript,${encodeURIComponent(COLLECTOR)}`,
      "server/main.js",
    ],
    {
      env: { ...process.env, PORT: String(port), LOG_LEVEL: "error", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const left = once(child, "exit").then(([status]) => {
    throw new Error(`the server left with ${status}`);
  });
  left.catch(() => {});
  child.stdout.setEncoding("utf8");
  const ready = new Promise((resolve) => {
    child.stdout.on("data", (/** @type {string} */ text) => {
      if (text.includes(" is ready at ")) resolve(undefined);
      // Errors, which a soak should not have.
      else process.stderr.write(text);
    });
  });
  await Promise.race([ready, left]);
  const url = `http://localhost:${port}`;
  return {
    url,
    /** @returns {Promise<Sample>} */
    async sample() {
      const before = await readMetrics(url);
      child.kill("SIGUSR2");
      await delay(500);
      const after = await readMetrics(url);
      return {
        rss: before("process_resident_memory_bytes") / MB,
        heap: after("nodejs_heap_size_used_bytes") / MB,
        fds: after("process_open_fds"),
        handles: after("nodejs_active_handles_total"),
      };
    },
    /** What it has used so far, in seconds of CPU. */
    cpu: async () => (await readMetrics(url))("process_cpu_seconds_total"),
    stop: () => child.kill(),
  };
}

/**
 * @param {string} url
 * @returns {Promise<(name: string) => number>} NaN for what this system does not tell
 */
async function readMetrics(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? NaN);
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}
