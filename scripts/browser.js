import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Debian's Chromium, as its visitors have it. */
export const DEBIANS_CHROMIUM = "/usr/bin/chromium";

/** apt says much, and says it while other steps run; when it fails the error holds its words. */
const QUIET = { maxBuffer: Infinity };

/**
 * Finds a Chromium, and installs Debian's when there is none and this process may.
 *
 * @returns {Promise<string>} its executable
 * @throws when there is none; the message says what to do
 */
export async function ensureBrowser() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  if (existsSync(DEBIANS_CHROMIUM)) return DEBIANS_CHROMIUM;
  const { chromium } = await import("playwright");
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  if (existsSync("/etc/debian_version") && process.getuid?.() === 0) {
    console.log("Installing Chromium…");
    await run("apt-get", ["update"], QUIET);
    await run("apt-get", ["install", "-y", "chromium"], QUIET);
    return DEBIANS_CHROMIUM;
  }
  throw new Error(
    "No Chromium was found. Install one (npx playwright install chromium) or set CHROMIUM_PATH to its executable.",
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await ensureBrowser().then(console.log, (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
