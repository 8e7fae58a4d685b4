import { existsSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { withProjectLock } from "./project-lock.js";
import { run } from "./run.js";

const LOCK = "package-lock.json";

/**
 * npm's record of the packages that it has installed.
 *
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package
 */
const INSTALLED = "node_modules/.package-lock.json";

/** Makes the project's folder the working directory, because a script may be started from any folder. */
export function enterProject() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
}

/** Installs the locked dependencies, including those for development, unless all of them are installed. */
export function ensureInstalled() {
  return withProjectLock((lock) => {
    if (isInstalled() && !isPruned()) return;
    console.log("Installing dependencies…");
    // npm removes packages before it updates its record. If interrupted, the record would list missing packages.
    rmSync(INSTALLED, { force: true });
    // The build needs the development dependencies, whatever NODE_ENV says.
    run("npm", ["ci", "--include=dev"], { lock });
  });
}

/** Whether only production packages are installed, because a host has removed the others after the build. */
function isPruned(installed = packagesOf(INSTALLED)) {
  return !Object.values(installed).some(({ dev }) => dev);
}

/**
 * Whether every locked package is installed (in a pruned installation every production package), and none that this
 * platform cannot run. Optional packages may be missing, because most are for other platforms.
 */
export function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  const pruned = isPruned(installed);
  const libc = process.platform === "linux" ? ownLibc() : null;
  return (
    Object.values(installed).every((entry) => runsHere(entry, libc)) &&
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

/** @param {string} path of a package @returns whether the package is inside the folder of another package */
function isNested(path) {
  return path.lastIndexOf("node_modules/") > 0;
}

/**
 * Whether a package runs on this platform. If not, the packages were copied or mounted from another platform.
 *
 * @param {Package} installed
 * @param {string | null} ownLibc
 */
function runsHere({ os, cpu, libc }, ownLibc) {
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, ownLibc);
}

/**
 * @param {string[] | undefined} list names of supported platforms, or with `!` of unsupported ones
 * @param {string | null} own name of this platform; null where it makes no difference
 */
function fits(list, own) {
  if (list === undefined || own === null) return true;
  const allowed = list.filter((name) => !name.startsWith("!"));
  return (allowed.length === 0 || allowed.includes(own)) && !list.includes(`!${own}`);
}

/** The C library that Node was built for: musl on Alpine, glibc on Debian. */
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
