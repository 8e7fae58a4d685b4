import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

// Makes sure that the browser tests find Chromium. If there is none, installs Debian's package when run as root.

const { CHROMIUM_PATH } = process.env;
const paths = CHROMIUM_PATH ? [CHROMIUM_PATH] : ["/usr/bin/chromium", chromium.executablePath()];

if (!paths.some((path) => existsSync(path))) {
  if (CHROMIUM_PATH) fail(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist.`);
  if (!existsSync("/etc/debian_version") || process.getuid?.() !== 0) {
    fail("No Chromium: run `npx playwright install chromium` or set CHROMIUM_PATH to one.");
  }
  execFileSync("apt-get", ["update"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "-y", "chromium"], { stdio: "inherit" });
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
