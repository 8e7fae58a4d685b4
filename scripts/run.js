import { spawnSync } from "node:child_process";

/**
 * Runs a command in this terminal. When it fails it has said why itself, so this process just leaves with
 * its status.
 *
 * @param {string} command
 * @param {string[]} args
 */
export function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}
