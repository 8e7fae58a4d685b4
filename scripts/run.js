import { spawnSync } from "node:child_process";

/**
 * Runs a command in this terminal. When it fails it has said why itself, so this process just leaves with
 * its status.
 *
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, {
    stdio: "inherit",
    shell: needsShell(command, process.platform),
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Whether a command is started by a shell. On Windows npm is a script and no program; what has a space in its path
 * (Program Files) would break.
 *
 * @param {string} command
 * @param {NodeJS.Platform} platform
 */
export function needsShell(command, platform) {
  return platform === "win32" && command === "npm";
}
