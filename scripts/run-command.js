import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const WINDOWS = process.platform === "win32";

/** How long whatever is still running may take to leave by itself. */
const GRACE_MS = 2000;

/**
 * Runs a command of Node in a process group and with a folder for temporary files of its own. When the command has
 * ended, or is interrupted, nothing of it is left: neither process nor file.
 *
 * @param {string[]} command a script with its arguments
 * @param {AbortSignal} interrupted
 * @param {{ cwd?: string, env?: Record<string, string> }} [surroundings] another working directory, more variables
 * @returns {Promise<{ status: number | null, output: string }>} status null: ended by a signal, or its files could not be removed
 */
export async function runCommand(command, interrupted, { cwd = ".", env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pulse-tests-"));
  chmodSync(folder, 0o755); // some is read as another user
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env, TMPDIR: folder },
    detached: !WINDOWS,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const closed = once(child, "close");

  const end = () => endProcesses(child.pid ?? 0, folder);
  interrupted.addEventListener("abort", end);
  // What the command has started may outlive it, and would keep its output open.
  await once(child, "exit");
  interrupted.removeEventListener("abort", end);
  await end();
  await closed;
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    return {
      status: null,
      output: `${Buffer.concat(chunks)}\nCannot be removed: ${String(error)}\n`,
    };
  }
  return { status: child.exitCode, output: Buffer.concat(chunks).toString() };
}

/**
 * Asks every process of a command to leave, and ends what has not left in time.
 *
 * @param {number} group
 * @param {string} folder
 */
async function endProcesses(group, folder) {
  const deadline = performance.now() + GRACE_MS;
  let asked = false;
  for (;;) {
    const left = processesOf(group, folder);
    if (left.length === 0) return;
    const late = performance.now() > deadline;
    if (!asked || late) for (const pid of left) signal(pid, late ? "SIGKILL" : "SIGTERM");
    asked = true;
    await sleep(50);
  }
}

/**
 * The processes of a command: those of its group, and those that made a group of their own (browsers do), which still
 * have its folder for temporary files in their environment. Without /proc the group is asked as a whole.
 *
 * @param {number} group
 * @param {string} folder
 * @returns {number[]} as `kill` takes them
 */
function processesOf(group, folder) {
  if (process.platform !== "linux") return signal(-group, 0) ? [-group] : [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        // "pid (name) state parent group …"; a name may hold anything.
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (state === "Z") return false;
        if (Number(itsGroup) === group) return true;
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`TMPDIR=${folder}\0`);
      } catch {
        return false; // no process, gone, or another user's
      }
    });
}

/** @param {number} pid @param {NodeJS.Signals | 0} name @returns whether there was such a process */
function signal(pid, name) {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
