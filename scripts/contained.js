import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

// `node scripts/contained.js SCRIPT …` runs a script in its own process group and with its own folder for temporary
// files. After the script has ended, or this process is interrupted, no process and no temporary file of it is left.

/** How long the remaining processes may take to end by themselves. */
const GRACE_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), "pulse-tests-"));
chmodSync(folder, 0o755); // some tests start servers as another user
const child = spawn(process.execPath, process.argv.slice(2), {
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, TMPDIR: folder },
  detached: true,
});
const interrupted = new Promise((resolve) => {
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(name, () => resolve([128 + constants.signals[name]]));
  }
});
const [status] = await Promise.race([once(child, "exit"), interrupted]);

const deadline = performance.now() + GRACE_MS;
if (signalAll("SIGTERM")) {
  while (signalAll(0) && performance.now() < deadline) await sleep(50);
  signalAll("SIGKILL");
}
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(status ?? 1);

/**
 * Signals the group, and processes that have left it (browsers do), which have the folder in their environment.
 *
 * @param {NodeJS.Signals | 0} name
 * @returns whether a process got the signal
 */
function signalAll(name) {
  const strays = (attempt(() => readdirSync("/proc")) ?? [])
    .filter((pid) =>
      attempt(() => readFileSync(`/proc/${Number(pid)}/environ`, "utf8"))?.includes(
        `TMPDIR=${folder}\0`,
      ),
    )
    .map(Number);
  return (
    [-(child.pid ?? 0), ...strays].filter((pid) => attempt(() => process.kill(pid, name))).length >
    0
  );
}

/**
 * @template T
 * @param {() => T} act
 * @returns {T | null} null when there is no such process, or it belongs to another user
 */
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
