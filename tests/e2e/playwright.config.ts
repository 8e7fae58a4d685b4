import { existsSync } from "node:fs";
import { defineConfig, firefox, webkit } from "@playwright/test";

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
      // No page lives long enough to repay optimising its scripts.
      "--js-flags=--no-maglev --no-turbofan",
      // Chromium's own sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  },
};

/** Playwright's own Firefox and WebKit, where they are installed. They run one journey. */
const OTHER_BROWSERS = [firefox, webkit].filter((browser) => existsSync(browser.executablePath()));

if (OTHER_BROWSERS.length < 2 && process.env.TEST_WORKER_INDEX === undefined) {
  console.warn("Skipped: the journey in browsers for which `npx playwright install` was not run");
}

export default defineConfig({
  testDir: ".",
  outputDir: "../output/playwright",
  reporter: [["list"], ["json", { outputFile: "../output/playwright.json" }]],
  globalSetup: "./shared-sites.ts",
  // One browser each: on two cores, a third one takes frames from the others.
  workers: 2,
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
    { name: "chromium", testIgnore: "other-browsers.spec.ts", use: CHROMIUM },
    ...OTHER_BROWSERS.map((browser) => ({
      name: browser.name(),
      testMatch: "other-browsers.spec.ts",
      use: { browserName: browser.name() as "firefox" | "webkit" }, // typed as a string
    })),
  ],
});
