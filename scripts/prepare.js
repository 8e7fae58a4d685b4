import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

// `node scripts/prepare.js STEP…` makes ready what a command of package.json needs, in the folder of the product. It uses
// no package, and leaves alone what is ready. Before any other program runs, it says what is wrong with this machine.

/** npm's record of the packages that it has installed. It is written last. */
const INSTALLED = "node_modules/.package-lock.json";

/** File of a build with the hash of its sources; the server shows its beginning as the build's name. */
const STAMP = "build/.stamp";

/** File of a build with the commit of its sources, where git or the variable `COMMIT` names it. */
const COMMIT = "build/.commit";

/** Defines `require` in a module, for the packages in it that are CommonJS. */
const REQUIRE =
  'import { createRequire as from } from "node:module"; const require = from(import.meta.url);';

/** Sentences for failures that are not the product's, by what programs and Node say about them. */
const SENTENCES = /** @type {[RegExp, string][]} */ ([
  [/ENOSPC|no space left/i, "The disk is full: free some space and start again."],
  [/EACCES|EROFS|EPERM/, "This user may not write to this folder: change its owner."],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH/,
    "No package registry answers: is there a network?",
  ],
]);

const STEPS = {
  /** Installs the locked packages, including those for development, unless all of them are installed. */
  packages() {
    if (isInstalled(true)) return;
    console.log("Installing dependencies…");
    // npm keeps its record until it writes the new one: after an interruption it would list missing packages.
    rmSync(INSTALLED, { force: true });
    // The build needs the development dependencies, whatever NODE_ENV says.
    run("npm", ["ci", "--include=dev"]);
  },

  /** Installs the packages and builds the product and its tools, unless a current build can run already. */
  async build() {
    if (isServable()) return;
    STEPS.packages();
    if (isBuilt()) return;
    console.log("Building…");
    const stamp = hashOfSources();
    rmSync("build", { recursive: true, force: true });
    const remix = ["node_modules/.bin/remix", "vite:build", "--mode", "production"];
    run(process.execPath, [...remix, "--logLevel", "warn"], { NODE_ENV: "production", VITEST: "" });
    await bundleTools();
    STEPS.commit();
    // Written last: an interrupted build has no stamp and does not count.
    writeFileSync(STAMP, stamp);
  },

  /** Installs the packages and bundles the tools, unless a current build has them. */
  async tools() {
    if (isServable()) return;
    STEPS.packages();
    await bundleTools();
  },

  /** Writes the commit of the build's sources, with `-dirty` when files differ from it. */
  commit() {
    const options = ["--always", "--dirty", "--abbrev=40", "--exclude=*"];
    const git = spawnSync("git", ["--git-dir=.git", "describe", ...options], { encoding: "utf8" });
    const commit = process.env.COMMIT || git.stdout?.trim();
    if (commit) writeFileSync(COMMIT, commit);
  },

  /** Makes sure that the browser tests find Chromium. If there is none, installs Debian's package when run as root. */
  async browser() {
    const { chromium } = await import("playwright");
    const { CHROMIUM_PATH } = process.env;
    const paths = CHROMIUM_PATH
      ? [CHROMIUM_PATH]
      : ["/usr/bin/chromium", chromium.executablePath()];
    const isThere = () => paths.some((path) => existsSync(path));
    const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
    if (!isThere() && !CHROMIUM_PATH && mayInstall) {
      spawnSync("apt-get update; apt-get install -y chromium", { shell: true, stdio: "inherit" });
    }
    if (isThere()) return;
    console.error(
      "No Chromium: run `npx playwright install chromium`, or set CHROMIUM_PATH to one that exists.",
    );
    process.exit(1);
  },
};

const steps = /** @type {(keyof typeof STEPS)[]} */ (process.argv.slice(2));
exitOnOldNode();
try {
  await lockFolder();
  for (const step of steps) await STEPS[step]();
} catch (error) {
  const { message, status, stderr } = /** @type {Error & { status?: number, stderr?: string }} */ (
    error
  );
  const sentence = SENTENCES.find(([pattern]) => pattern.test(`${message}${stderr}`))?.[1];
  console.error(sentence ?? (status ? message : error));
  process.exit(status ?? 1);
}

/** Ends with one sentence on a Node that the product does not support. */
function exitOnOldNode() {
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
 * Waits until no other process prepares this folder. The lock is an abstract socket, which Linux releases however its
 * holder ends; elsewhere there is none.
 */
async function lockFolder() {
  const lock = createServer().unref();
  while (process.platform === "linux" && !lock.listening) {
    lock.listen(`\0pulse ${process.cwd()}`);
    await once(lock, "listening").catch(() => delay(200));
  }
}

/** Whether there is a current build, and the packages that it runs with: the others may have been removed since. */
function isServable() {
  return isBuilt() && isInstalled(false);
}

/** Whether there is a build of the current sources. */
function isBuilt() {
  const isWhole = existsSync("build/server/index.js") && existsSync(STAMP);
  return isWhole && readFileSync(STAMP, "utf8") === hashOfSources();
}

/** A hash of the names and contents of all sources, which names the build. */
function hashOfSources() {
  const sources = [
    ...["app", "public", "server", "package.json", "package-lock.json"],
    ...["remix.config.js", "tsconfig.json", "vite.config.ts"],
    // `scripts/media` is a package of its own, whose results are in `public`.
    ...readdirSync("scripts")
      .filter((name) => name !== "media")
      .map((name) => join("scripts", name)),
  ];
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesIn(join(path, name)));
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

/** Bundles the programs that run in separate processes: the sandbox, its import, the doctor. */
async function bundleTools() {
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
    // With their packages, because Node takes long to find and read hundreds of small files.
    external: ["@duckdb/node-bindings"],
    banner: { js: REQUIRE },
    logLevel: "warning",
  });
}

/**
 * Runs a command in this terminal. What it writes to `stderr` is shown when it ends.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @throws when it fails, an error with its `status` and its `stderr`, which has been shown
 */
function run(command, args, env) {
  const { status, error, stderr } = spawnSync(command, args, {
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  process.stderr.write(stderr ?? "");
  if (status === 0) return;
  const failure = error ?? new Error(`\`${command} ${args.join(" ")}\` failed.`);
  throw Object.assign(failure, { status, stderr });
}
