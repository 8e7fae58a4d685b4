import { spawnSync } from "node:child_process";

/**
 * Runs a command in this terminal. A command that fails has printed the reason, so this process only exits
 * with its status.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ lock: number, env?: NodeJS.ProcessEnv }} options `lock`: the file descriptor that holds the project's lock
 *   for as long as the command runs
 */
export function run(command, args, { lock, env }) {
  const stdio = /** @type {const} */ (["inherit", "inherit", "inherit"]);
  const { status, error } = spawnSync(command, args, {
    stdio: [...stdio, lock],
    env: { ...process.env, ...env },
  });
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}
