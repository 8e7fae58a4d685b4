import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./run.js";

const LOCK = "package-lock.json";

/** npm's own record of what it has put there; written last, so a broken-off installation has none. */
const INSTALLED = "node_modules/.package-lock.json";

/** Makes the project's folder the working directory: a script may be started from anywhere. */
export function enterProject() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
}

/** Installs the locked dependencies unless they are there already. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log("Installing dependencies…");
  // The build needs the development dependencies, whatever NODE_ENV says.
  run("npm", ["ci", "--include=dev"]);
}

/** Optional packages do not count: some are for other platforms. */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  return Object.entries(packagesOf(LOCK)).every(
    ([path, { version, integrity, optional }]) =>
      path === "" ||
      optional ||
      (installed[path]?.version === version && installed[path]?.integrity === integrity),
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
