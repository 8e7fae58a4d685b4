import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** What a visitor's browser calls itself; the headless name is treated as a robot's by some servers. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** Chromium without what draws its windows does the same for two thirds of the work, and asks nobody about schemes. */
const DEBIANS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const executablePath = process.env.CHROMIUM_PATH || DEBIANS.find((path) => existsSync(path));

/** Files of which no test means anything without scripts; single tests say so with the tag @js. */
const NEEDS_SCRIPTS = [
  "dashboard-everyday",
  "dashboard-live",
  "dashboard-outage",
  "deletion-lost-network",
  "focus-successor",
  "home-carousels",
  "home-loader",
  "home-motion",
  "home-roadmap",
  "lost-network",
  "missing-parts",
  "shell-navigation",
  "sibling-domain",
  "site-weight",
  "translated-page",
  "typed-early",
  "web-vitals",
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: ".",
  outputDir: "../output/playwright",
  reporter: [["list"], ["json", { outputFile: "../output/playwright.json" }]],
  globalSetup: "./shared-sites.ts",
  // One more than cores: pages wait for frames and timers, too.
  workers: 3,
  // A second try would hide a race.
  retries: 0,
  // Patience proves nothing and costs nothing: on a busy machine everything comes late.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    userAgent: USER_AGENT,
    viewport: { width: 1440, height: 900 },
    // Unset, the whole test's time passes, and what is waited for is not named.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Each page in the process of the one before: starting another costs more than most pages.
        "--renderer-process-limit=1",
        "--disable-site-isolation-trials",
        // Chromium's own sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ],
    },
  },
  projects: [
    // @no-js: what is there instead of scripts. @markup: what no script touches; it costs less without.
    { name: "js", grepInvert: /@no-js|@markup/ },
    {
      name: "no-js",
      testIgnore: NEEDS_SCRIPTS,
      grepInvert: /@js/,
      use: { javaScriptEnabled: false },
    },
  ],
});
