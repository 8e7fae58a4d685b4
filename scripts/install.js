import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withProjectLock } from "./project-lock.js";
import { run } from "./run.js";

const LOCK = "package-lock.json";

/**
 * npm's own record of what it has put there.
 *
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 */
const INSTALLED = "node_modules/.package-lock.json";

/** Makes the project's folder the working directory: a script may be started from anywhere. */
export function enterProject() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
}

/** Installs the locked dependencies unless they are there already; the build needs those of development, too. */
export function ensureInstalled() {
  return withProjectLock((lock) => {
    if (isInstalled() && !isPruned()) return;
    console.log("Installing dependencies…");
    // npm removes packages before it writes its record anew: broken off, it would leave that of what is not there.
    rmSync(INSTALLED, { force: true });
    // The build needs the development dependencies, whatever NODE_ENV says.
    run("npm", ["ci", "--include=dev"], { lock });
  });
}

/** Whether what is installed are packages for production alone: a host has removed the others after the build. */
function isPruned(installed = packagesOf(INSTALLED)) {
  return !Object.values(installed).some(({ dev }) => dev);
}

/**
 * Whether every locked package is there, and none that this platform does not run; of a pruned installation, every
 * one for production. Optional packages may be missing: most are for other platforms.
 */
export function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  const pruned = isPruned(installed);
  const libc = process.platform === "linux" ? ownLibc() : null;
  return (
    Object.values(installed).every((one) => runsHere(one, libc)) &&
    Object.entries(packagesOf(LOCK)).every(
      ([path, { version, integrity, dev, optional, devOptional }]) =>
        path === "" ||
        optional ||
        (pruned && (dev || devOptional)) ||
        (installed[path]?.version === version &&
          installed[path]?.integrity === integrity &&
          (isNested(path) || existsSync(path))),
    )
  );
}

/** @param {string} path of a package @returns whether it lies in the folder of another one */
function isNested(path) {
  return path.lastIndexOf("node_modules/") > 0;
}

/**
 * npm installs no package that is made for another platform: such a one was copied or mounted from there.
 *
 * @param {Package} installed
 * @param {string | null} ownLibc
 */
function runsHere({ os, cpu, libc }, ownLibc) {
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, ownLibc);
}

/**
 * @param {string[] | undefined} list names, or with `!` the names of those that are left out
 * @param {string | null} own null where it makes no difference
 */
function fits(list, own) {
  if (list === undefined || own === null) return true;
  const allowed = list.filter((name) => !name.startsWith("!"));
  return (allowed.length === 0 || allowed.includes(own)) && !list.includes(`!${own}`);
}

/** The C library that Node was built for: Alpine has another than Debian. */
function ownLibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport()
  );
  return header.glibcVersionRuntime === undefined ? "musl" : "glibc";
}

/**
 * @param {string} file
 * @returns {Record<string, Package>} by path
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
