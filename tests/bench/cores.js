import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Whatever asks shares the first core, whatever answers has the second to itself. */
const CORES = { asking: "0", answering: "1" };

/** Whether processes are bound to cores here. */
export const pinning =
  availableParallelism() > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** Binds this process, and so those that it starts, to the core of those that ask. */
export function pinToAskingCore() {
  if (pinning) spawnSync("taskset", ["-acp", CORES.asking, String(process.pid)]);
}

/**
 * @param {keyof typeof CORES} core
 * @param {string[]} command
 * @returns {[string, string[]]} what to spawn, so that the command runs on that core
 */
export function pinned(core, command) {
  const [program = "", ...args] = pinning ? ["taskset", "-c", CORES[core], ...command] : command;
  return [program, args];
}

/** Clock ticks of `/proc`, the same on every Linux. */
const TICKS_PER_SECOND = 100;

/** @param {number} pid @returns {number} seconds of CPU, all threads; NaN where there is no `/proc` */
export function cpuSeconds(pid) {
  // The name, in brackets, may hold spaces.
  const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @param {number} pid @returns {number} bytes of memory; NaN where there is no `/proc` */
export function residentBytes(pid) {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProc(pid, "status"))?.[1]) * 1024;
}

/** @param {number} pid @param {string} name @returns {string} */
function readProc(pid, name) {
  if (process.platform !== "linux") return "";
  return readFileSync(`/proc/${pid}/${name}`, "utf8");
}
