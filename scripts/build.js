import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { compressFiles } from "./compress-files.js";
import { fingerprint } from "./fingerprint.js";
import { ensureInstalled, enterProject, isInstalled } from "./install.js";
import { withProjectLock } from "./project-lock.js";
import { run } from "./run.js";

/** Whatever the build is made from. */
const SOURCES = [
  "app",
  "public",
  "server",
  "scripts/build.js",
  "scripts/build-tools.js",
  "scripts/bundle-server.js",
  "scripts/client-chunk.ts",
  "scripts/compress-files.js",
  "scripts/content",
  "scripts/dev-entry.ts",
  "scripts/doctor",
  "scripts/license-notices.ts",
  "scripts/node-bundle.js",
  "scripts/page-sheets.ts",
  "scripts/router-apart.ts",
  "scripts/used-icons.ts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
];

const REMIX = "node_modules/@remix-run/dev/dist/cli.js";

const BUILD = "build";

/** Where a build is made: until it is whole, servers start from the standing one. */
const UNFINISHED = ".cache/build";

const STAMP = `${BUILD}/.stamp`;

/** Whether the build is one of these very sources. */
const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint(SOURCES);

/** Whether the build and its tools can run as they are, which takes no packages of development. */
export const isServable = () => isBuilt() && isInstalled();

/** Installs and builds unless both have been done. */
export async function ensureServable() {
  if (isServable()) return;
  await ensureInstalled();
  await ensureBuilt();
}

/**
 * Builds the product and its tools unless the build already stands for these very sources. What it depends on is in the
 * sources alone: the environment decides nothing.
 */
export function ensureBuilt() {
  return withProjectLock(async (lock) => {
    if (isBuilt()) return;
    console.log("Building…");
    const wanted = fingerprint(SOURCES);
    rmSync(UNFINISHED, { recursive: true, force: true });
    run(process.execPath, [REMIX, "vite:build", "--mode", "production", "--logLevel", "warn"], {
      lock,
      env: { NODE_ENV: "production", VITEST: "", BUILD_DIRECTORY: UNFINISHED },
    });
    // Only now, because esbuild comes with the dependencies that may just have been installed.
    const { buildTools } = await import("./build-tools.js");
    const { bundleServer } = await import("./bundle-server.js");
    await Promise.all([
      bundleServer(UNFINISHED),
      compressFiles(UNFINISHED),
      buildTools(`${UNFINISHED}/tools`),
    ]);
    writeFileSync(`${UNFINISHED}/.stamp`, wanted);
    // First of all the stamp: without it what is left, if this is broken off, is no build.
    for (const old of [STAMP, BUILD]) rmSync(old, { recursive: true, force: true });
    renameSync(UNFINISHED, BUILD);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  enterProject();
  await ensureBuilt();
}
