import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { pinned } from "./cores.js";

/**
 * @typedef {import("./load-process.js").Load} Load
 *
 * @typedef {object} Asked
 * @property {string[]} requests as they go over the connection
 * @property {number} port
 * @property {number} seconds
 * @property {number | undefined} [status] that every answer has to have: 200 unless told otherwise
 * @property {number} [connections]
 * @property {number} [perSecond] requests in all; without it as many as are answered
 */

const CONNECTIONS = 32;

/**
 * Starts the process that asks, on a core of its own.
 *
 * @returns {{ load: (asked: Asked) => Promise<Load>, stop: () => void }} `load` throws when a connection
 *   breaks or any answer has another status: a fast error page is no measurement
 */
export function startLoadGenerator() {
  const script = fileURLToPath(new URL("load-process.js", import.meta.url));
  const [program, args] = pinned("asking", [process.execPath, script]);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return {
    async load({ status = 200, connections = CONNECTIONS, ...asked }) {
      child.send({ ...asked, connections });
      const [message] = await once(child, "message");
      const load = /** @type {Load} */ (message);
      const others = Object.keys(load.statuses).filter((other) => Number(other) !== status);
      if (load.errors.length > 0 || others.length > 0 || load.answered === 0) {
        const what = [...new Set(load.errors), ...others.map((other) => `status ${other}`)];
        throw new Error(
          `${asked.requests[0]?.split("\r\n")[0]}: ${what.join(", ") || "no answer"}`,
        );
      }
      return load;
    },
    stop: () => child.disconnect(),
  };
}

/** What a browser says of itself, of what matters here. */
const BROWSER = {
  "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36",
  Accept: "text/html,application/xhtml+xml,*/*;q=0.8",
};

/**
 * @param {URL} url
 * @param {Record<string, string>} [headers]
 * @returns {string} a GET request as it goes over the connection
 */
export function requestText(url, headers = {}) {
  const lines = Object.entries({ Host: url.host, ...BROWSER, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n`;
}
