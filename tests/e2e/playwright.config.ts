import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** User agent of a normal browser; some servers treat the headless name as a robot. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** The headless shell needs a third less CPU time than Chromium and shows no prompts for URL schemes. */
const DEBIANS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const executablePath = process.env.CHROMIUM_PATH || DEBIANS.find((path) => existsSync(path));

const CHROMIUM = {
  userAgent: USER_AGENT,
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [
      // Pages share one renderer process: starting a process costs more than most pages.
      "--renderer-process-limit=1",
      "--disable-site-isolation-trials",
      // Chromium's own sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  },
};

/** Files whose tests all need scripts; single tests that need scripts have the tag @js. */
const NEEDS_SCRIPTS = [
  "dashboard-everyday",
  "dashboard-outage",
  "dashboard-poll",
  "home-carousels",
  "home-loader",
  "home-motion",
  "shell-navigation",
  "site-weight",
  "translated-page",
].map((name) => `${name}.spec.ts`);

export default defineConfig({
  testDir: ".",
  outputDir: "../output/playwright",
  reporter: [["list"], ["json", { outputFile: "../output/playwright.json" }]],
  globalSetup: "./shared-sites.ts",
  // More workers than cores, because pages also wait for frames and timers.
  workers: 3,
  // A retry would hide a race condition.
  retries: 0,
  // Generous timeouts: a test must not fail because the machine is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    // Without these, a hanging action uses up the test's timeout, and the report does not name the action.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
  },
  projects: [
    // @no-js: tests of fallbacks.
    { name: "js", grepInvert: /@no-js/, use: CHROMIUM },
    {
      name: "no-js",
      testIgnore: NEEDS_SCRIPTS,
      grepInvert: /@js/,
      use: { ...CHROMIUM, javaScriptEnabled: false },
    },
  ],
});
