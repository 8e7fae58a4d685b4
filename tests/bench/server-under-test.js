import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Starts the built server of a folder with its sandbox, quietly.
 *
 * @param {string} folder where `server/main.js` and `build/` are
 * @returns {Promise<{ url: string, upstreamCalls: () => Promise<number>, stop: () => Promise<void> }>}
 */
export async function startServer(folder) {
  const child = spawn(process.execPath, ["server/main.js"], {
    cwd: folder,
    env: { ...process.env, PORT: "0", LOG_LEVEL: "error", APP_ENV: "development" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /(http:\/\/\S+)$/.exec(line)?.[1];
      if (url) resolve(url.replace(/\/$/, ""));
    });
    void gone.then((code) =>
      reject(new Error(`the server left with ${String(code)} before it was ready`)),
    );
  });
  const url = /** @type {string} */ (await ready);
  return {
    url,
    upstreamCalls: () => readUpstreamCalls(url),
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

/** Sum of `upstream_request_duration_seconds_count` over all labels. @param {string} url */
async function readUpstreamCalls(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = [...text.matchAll(/^upstream_request_duration_seconds_count\{[^}]*\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}
