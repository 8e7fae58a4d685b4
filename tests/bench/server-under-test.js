import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pinned } from "./cores.js";

/** Of what nobody reads, only so much is kept. */
const LONGEST_LOG_BYTES = 50_000_000;

/** What is set for every server: nothing of this machine's own settings, and no upstream but the one given. */
const SETTINGS = {
  NODE_ENV: /** @type {const} */ ("production"),
  APP_ENV: "development",
  PORT: "0",
  HOST: "127.0.0.1",
  SANDBOX: "off",
  SITE_URL: "",
  REDIS_URL: "",
  METRICS_TOKEN: "",
  LOG_LEVEL: "info",
  TRUST_PROXY: "1",
  SESSION_SECRET: "a secret of the benchmark that is long enough to be taken",
  CONTACT_FORM_ACCESS_KEY: "bench",
};

/**
 * Starts one process of the product, as it runs in production: each access is logged, to a file.
 *
 * @param {object} options
 * @param {string} options.root a built copy of the repository
 * @param {string} options.upstream URL of what answers for all upstreams
 * @param {string} options.folder for its log
 * @returns {Promise<{ pid: number, url: string, stop: () => Promise<void> }>}
 */
export async function startServer({ root, upstream, folder }) {
  const log = join(mkdtempSync(join(folder, "server-")), "log");
  const output = openSync(log, "a");
  const [program, args] = pinned("answering", [process.execPath, "server/main.js"]);
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      ...SETTINGS,
      CORE_API_URL: upstream,
      AUTH_API_URL: upstream,
      CONTACT_FORM_URL: `${upstream}/contact-form`,
    },
    stdio: ["ignore", output, "inherit"],
  });
  closeSync(output);
  const shortening = setInterval(() => {
    if (statSync(log).size > LONGEST_LOG_BYTES) truncateSync(log);
  }, 1000).unref();
  const exited = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    url: await readyAt(log, child),
    async stop() {
      clearInterval(shortening);
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** @param {string} log @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} */
async function readyAt(log, child) {
  for (;;) {
    const text = readFileSync(log, "utf8");
    const url = /is ready at (http:\/\/\S+)$/m.exec(text)?.[1];
    if (url) return url.replace(/\/$/, "");
    if (child.exitCode !== null)
      throw new Error(`the server left before it was ready\n${text}`.trim());
    await sleep(50);
  }
}
