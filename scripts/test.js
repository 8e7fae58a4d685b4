import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright";

const isQuick = process.argv.includes("--without-build");
const QUICK = { "Unit and architecture tests": "npx vitest run tests/unit tests/architecture" };
const WHOLE = {
  Build: "npm run build",
  Vitest: "npx vitest run",
  Playwright: "npx playwright test -c tests/e2e",
};
const steps = {
  "Format check": "npm run format -- --check",
  "Lint and typecheck": "npm run lint",
  ...(isQuick ? QUICK : WHOLE),
};

if (!isQuick) ensureBrowser();
const failed = Object.entries(steps).filter(([name, command]) => {
  console.log(`\n── ${name}: ${command}`);
  return spawnSync(command, { shell: true, stdio: "inherit" }).status !== 0;
});
console.log(failed.length === 0 ? "\nEverything passed" : "");
for (const [name, command] of failed) console.log(`FAILED  ${name}: ${command}`);
process.exit(failed.length > 0 ? 1 : 0);

/** Makes sure that the browser tests find Chromium. If there is none, installs Debian's package when run as root. */
function ensureBrowser() {
  const { CHROMIUM_PATH } = process.env;
  const paths = CHROMIUM_PATH ? [CHROMIUM_PATH] : ["/usr/bin/chromium", chromium.executablePath()];
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
}
