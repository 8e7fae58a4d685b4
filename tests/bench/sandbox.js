import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pinned } from "./cores.js";

/**
 * Starts the stand-in for the upstreams as a process of its own, with those that ask: it takes nothing from the
 * core of the server under test.
 *
 * @param {string} root the repository, built
 * @param {string} database its file; filled with the generated fleet when it does not exist
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startSandbox(root, database) {
  const [program, args] = pinned("asking", [
    process.execPath,
    join(root, "build/tools/sandbox.js"),
  ]);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, SANDBOX_DB: database, LOG_LEVEL: "error" },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const left = once(child, "exit").then(([status]) => {
    throw new Error(`the sandbox left with ${status} before it listened`);
  });
  left.catch(() => {});
  const [{ port }] = await Promise.race([once(child, "message"), left]);
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
