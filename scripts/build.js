import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { compressFiles } from "./compress-files.js";
import { fingerprint } from "./fingerprint.js";
import { enterProject } from "./install.js";
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
  "scripts/license-notices.ts",
  "scripts/node-bundle.js",
  "scripts/page-sheets.ts",
  "scripts/used-icons.ts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
  "vite.config.ts",
];

const REMIX = "node_modules/@remix-run/dev/dist/cli.js";

const STAMP = "build/.stamp";

/**
 * Builds the product and its tools unless the build already stands for these very sources.
 *
 * @returns whether it had to
 */
export async function ensureBuilt() {
  const wanted = fingerprint(SOURCES);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return false;
  console.log("Building…");
  rmSync(STAMP, { force: true });
  run(process.execPath, [REMIX, "vite:build", "--mode", "production", "--logLevel", "warn"]);
  // Only now, because esbuild comes with the dependencies that may just have been installed.
  const { buildTools } = await import("./build-tools.js");
  const { bundleServer } = await import("./bundle-server.js");
  await Promise.all([buildTools(), bundleServer(), compressFiles()]);
  writeFileSync(STAMP, wanted);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  enterProject();
  await ensureBuilt();
}
