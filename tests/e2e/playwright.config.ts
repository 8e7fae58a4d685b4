import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const DEBIANS_CHROMIUM = "/usr/bin/chromium";

/** What a visitor's browser calls itself; the headless name is treated as a robot's by some servers. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync(DEBIANS_CHROMIUM) ? DEBIANS_CHROMIUM : undefined);

export default defineConfig({
  testDir: ".",
  outputDir: "../output/playwright",
  reporter: [["list"], ["json", { outputFile: "../output/playwright.json" }]],
  workers: 2,
  // A browser that hangs on a busy machine gets another try; the report names it as flaky.
  retries: 2,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  use: {
    userAgent: USER_AGENT,
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath,
      // Chromium's own sandbox refuses to run as root.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  projects: [
    { name: "js", use: { javaScriptEnabled: true } },
    { name: "no-js", use: { javaScriptEnabled: false } },
  ],
});
