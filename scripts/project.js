import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** npm's record of the packages that it has installed. It is written last. */
const INSTALLED = "node_modules/.package-lock.json";

/** All sources of the build. `scripts/media` is a package of its own, whose results are in `public`. */
const sources = () => [
  ...["app", "public", "server", "package.json", "package-lock.json"],
  ...["remix.config.js", "tsconfig.json", "vite.config.ts"],
  ...readdirSync("scripts")
    .filter((name) => name !== "media")
    .map((name) => join("scripts", name)),
];

/** File of a build with the hash of its sources; the server shows its beginning as the build's name. */
const STAMP = "build/.stamp";

/** File of a build with the commit of its sources, where git or the variable `COMMIT` names it. */
const COMMIT = "build/.commit";

/**
 * Makes the project's folder the working directory, because a script may be started from any folder. Ends with one
 * sentence on a Node that the product does not support.
 */
export function enterProject() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
  const { node } = JSON.parse(readFileSync("package.json", "utf8")).engines;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ranges = [...node.matchAll(/(\^|>=)(\d+)\.(\d+)/g)];
  const fits = ranges.some(([, sign, least, least2]) =>
    major === Number(least) ? minor >= Number(least2) : sign === ">=" && major > Number(least),
  );
  if (fits) return;
  console.error(`Pulse needs Node ${node}. This is ${process.versions.node}.`);
  process.exit(1);
}

/**
 * Whether every locked package is installed. Optional ones may be missing, because most are for other platforms.
 *
 * @param {boolean} forDevelopment whether the packages of `devDependencies` have to be there, too
 */
function isInstalled(forDevelopment) {
  if (!existsSync(INSTALLED)) return false;
  const installed = packagesOf(INSTALLED);
  const { platform, arch } = process;
  // A folder that was copied from another machine has its programs.
  /** @param {Package} ofPackage */
  const isForHere = ({ os = [platform], cpu = [arch] }) =>
    os.includes(platform) && cpu.includes(arch);
  if (!Object.values(installed).every(isForHere)) return false;
  return Object.entries(packagesOf("package-lock.json")).every(
    ([path, { version, integrity, dev, devOptional, optional }]) =>
      path === "" ||
      optional ||
      (!forDevelopment && (dev || devOptional)) ||
      (installed[path]?.version === version &&
        installed[path]?.integrity === integrity &&
        existsSync(path)),
  );
}

/**
 * @typedef {{ os?: string[], cpu?: string[], version?: string, integrity?: string, dev?: boolean, devOptional?: boolean, optional?: boolean }} Package
 * @param {string} file
 * @returns {Record<string, Package>} by path
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** Installs the locked packages, including those for development, unless all of them are installed. */
export function ensureInstalled() {
  return alone(() => {
    if (isInstalled(true)) return;
    console.log("Installing dependencies…");
    // npm keeps its record until it writes the new one: after an interruption it would list missing packages.
    rmSync(INSTALLED, { force: true });
    // The build needs the development dependencies, whatever NODE_ENV says.
    run("npm", ["ci", "--include=dev"]);
  });
}

/** Whether there is a build of the current sources. */
const isBuilt = () => existsSync("build/server/index.js") && textOf(STAMP) === hashOfSources();

/** @param {string} file @returns its text; empty without such a file */
const textOf = (file) => (existsSync(file) ? readFileSync(file, "utf8") : "");

/** A hash of the names and contents of all sources, which names the build. */
function hashOfSources() {
  const hash = createHash("sha256");
  for (const file of sources().flatMap(filesIn))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
}

/** Whether the build is current and its packages are installed, as where the others were removed after the build. */
const isServable = () => isBuilt() && isInstalled(false);

/** Installs the packages and builds, unless a current build can run already. */
export async function ensureServable() {
  if (isServable()) return;
  await ensureInstalled();
  await ensureBuilt();
}

/** Builds the product and its tools, unless the existing build is current. */
export function ensureBuilt() {
  return alone(async () => {
    const commit = process.env.COMMIT || commitOfSources();
    if (isBuilt()) {
      // The same sources may have been committed since. `npm start` leaves a current build as it is.
      if (commit && textOf(COMMIT) !== commit) writeFileSync(COMMIT, commit);
      return;
    }
    console.log("Building…");
    const stamp = hashOfSources();
    rmSync("build", { recursive: true, force: true });
    const remix = ["node_modules/.bin/remix", "vite:build", "--mode", "production"];
    run(process.execPath, [...remix, "--logLevel", "warn"], { NODE_ENV: "production", VITEST: "" });
    await buildTools();
    if (commit) writeFileSync(COMMIT, commit);
    // Written last: an interrupted build has no stamp and does not count.
    writeFileSync(STAMP, stamp);
  });
}

/** Installs the packages and bundles the tools, unless a current build has them. */
export async function ensureTools() {
  if (isServable()) return;
  await ensureInstalled();
  await buildTools();
}

/** Bundles the programs that run in separate processes: the sandbox, its import, the doctor. */
export async function buildTools() {
  // Imported late, because the packages may just have been installed.
  const { build } = await import("esbuild");
  await build({
    entryPoints: {
      sandbox: "server/sandbox/main.ts",
      "sandbox-import": "server/sandbox/import-command.ts",
      doctor: "scripts/doctor/main.ts",
    },
    outdir: "build/tools",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}

/** Returns the commit of this folder, with `-dirty` when its files have changed; empty without git. */
function commitOfSources() {
  const args = ["--git-dir=.git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  return spawnSync("git", args, { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** Sentences for failures that are not the product's, by what programs and Node say about them. */
const SENTENCES = /** @type {[RegExp, string][]} */ ([
  [/ENOSPC|no space left/i, "The disk is full: free some space and start again."],
  [/EACCES|EROFS|EPERM/, "This user may not write to this folder: change its owner."],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/,
    "No package registry answers: is there a network?",
  ],
]);

/** @param {string} text what is said about a failure */
const sentenceFor = (text) => SENTENCES.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Runs a command in this terminal. When it fails this process exits with its status, after one sentence if the reason
 * is a known one.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function run(command, args, env) {
  const { status, error, stderr } = spawnSync(command, args, {
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  const sentence = status !== 0 && sentenceFor(stderr);
  process.stderr.write(sentence ? `${sentence}\n` : (stderr ?? ""));
  if (error) console.error(error.message);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Runs a function while no other process installs or builds in this folder. The lock is an abstract socket, which Linux
 * releases however its holder ends; elsewhere there is none. Ends with one sentence if the function fails for a known
 * reason.
 *
 * @param {() => unknown} act
 */
async function alone(act) {
  const lock = createServer();
  while (process.platform === "linux" && !lock.listening) {
    lock.listen(`\0pulse ${process.cwd()}`);
    await once(lock, "listening").catch(() => sleep(200));
  }
  try {
    await act();
  } catch (error) {
    const sentence = sentenceFor(String(error));
    if (!sentence) throw error;
    console.error(sentence);
    process.exit(1);
  }
  lock.close();
}
