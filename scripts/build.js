import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { fingerprint } from "./fingerprint.js";
import { ensureInstalled, enterProject, isInstalled } from "./install.js";
import { withProjectLock } from "./project-lock.js";
import { run } from "./run.js";

/** All sources of the build. */
const SOURCES = [
  "app",
  "public",
  "server",
  "scripts/build.js",
  "scripts/build-tools.js",
  "scripts/content",
  "scripts/doctor",
  "scripts/license-notices.ts",
  "scripts/node-bundle.js",
  "scripts/used-icons.ts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
];

const REMIX = "node_modules/@remix-run/dev/dist/cli.js";

const BUILD = "build";

const STAMP = `${BUILD}/.stamp`;

/** Whether the existing build was made from the current sources. */
const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint(SOURCES);

/** Whether the build is current and can run with the installed packages. Development packages are not needed for it. */
export const isServable = () => isBuilt() && isInstalled();

/** Installs the packages and builds, unless a current build can run already. */
export async function ensureServable() {
  if (isServable()) return;
  await ensureInstalled();
  await ensureBuilt();
}

/**
 * Builds the product and its tools unless the existing build was made from the current sources. Only the sources
 * determine the result; the environment has no influence.
 */
export function ensureBuilt() {
  return withProjectLock(async (lock) => {
    if (isBuilt()) return;
    console.log("Building…");
    const stamp = fingerprint(SOURCES);
    rmSync(BUILD, { recursive: true, force: true });
    run(process.execPath, [REMIX, "vite:build", "--mode", "production", "--logLevel", "warn"], {
      lock,
      env: { NODE_ENV: "production", VITEST: "" },
    });
    // Imported late, because esbuild comes with the dependencies that may just have been installed.
    const { buildTools } = await import("./build-tools.js");
    await buildTools(`${BUILD}/tools`);
    writeFileSync(STAMP, stamp);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  enterProject();
  await ensureBuilt();
}
