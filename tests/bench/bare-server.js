import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { pinned } from "./cores.js";

/** As the product has them: looking for late requests costs a little. */
export const CONNECTION_TIMEOUTS = {
  headersTimeout: 14_000,
  requestTimeout: 29_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 61_000,
};

/**
 * The baseline `node:http`: the least that Node can do to send these bytes, in a process of its own.
 *
 * @returns {Promise<{ pid: number, url: string, send: (answer: import("./captured-answer.js").Answer) => Promise<void>, stop: () => void }>}
 *   `send` sets what everyone gets from then on
 */
export async function startBareServer() {
  const script = fileURLToPath(new URL("bare-server-process.js", import.meta.url));
  const [program, args] = pinned("answering", [process.execPath, script]);
  const child = spawn(program, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [{ port }] = await once(child, "message");
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    async send({ status, headers, body }) {
      const length = /** @type {[string, string]} */ (["Content-Length", String(body.length)]);
      const others = headers.filter(([name]) => name.toLowerCase() !== "content-length");
      const all = status === 304 ? others : [...others, length];
      child.send({ status, headers: all.flat(), body: body.toString("base64") });
      await once(child, "message");
    },
    stop: () => child.disconnect(),
  };
}
