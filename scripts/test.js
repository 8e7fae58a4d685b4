import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { ensureInstalled, enterProject, run } from "./project.js";

enterProject();
await ensureInstalled();

const STATIC = {
  "Format check": "npm run format -- --check",
  "Lint and typecheck": "npm run lint",
};
const WITHOUT_BUILD = {
  ...STATIC,
  "Unit and architecture tests": "npx vitest run tests/unit tests/architecture",
};
const ALL = {
  ...STATIC,
  Build: "npm run build",
  Vitest: "npx vitest run",
  Playwright: "npx playwright test -c tests/e2e",
};

const isQuick = process.argv.includes("--without-build");
if (!isQuick) await ensureBrowser();
const failed = Object.entries(isQuick ? WITHOUT_BUILD : ALL).filter(([name, command]) => {
  console.log(`\n── ${name}: ${command}`);
  return spawnSync(command, { shell: true, stdio: "inherit" }).status !== 0;
});
console.log(failed.length === 0 ? "\nEverything passed" : "");
for (const [name, command] of failed) console.log(`FAILED  ${name}: ${command}`);
process.exit(failed.length > 0 ? 1 : 0);

/** Makes sure that the browser tests find Chromium. If there is none, installs Debian's package when run as root. */
async function ensureBrowser() {
  const { chromium } = await import("playwright");
  const { CHROMIUM_PATH } = process.env;
  const paths = CHROMIUM_PATH ? [CHROMIUM_PATH] : ["/usr/bin/chromium", chromium.executablePath()];
  if (paths.some((path) => existsSync(path))) return;
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (CHROMIUM_PATH || !mayInstall) {
    console.error(
      CHROMIUM_PATH
        ? `CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist.`
        : "No Chromium: run `npx playwright install chromium` or set CHROMIUM_PATH to one.",
    );
    process.exit(1);
  }
  run("apt-get", ["update"]);
  run("apt-get", ["install", "-y", "chromium"]);
}
