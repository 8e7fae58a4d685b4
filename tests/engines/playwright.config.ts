import { defineConfig } from "@playwright/test";
import { programPath } from "../support/program-path";

/** Runs the journey in the browsers other than Chromium, in parallel. */
export default defineConfig({
  testDir: ".",
  outputDir: "../output/engines",
  reporter: [["list"], ["json", { outputFile: "../output/engines.json" }]],
  globalSetup: "./built-site.ts",
  workers: 2,
  // Generous timeouts: a test must not fail because the machine is busy.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  projects: (["firefox", "webkit"] as const)
    .filter((name) => programPath(name) !== null)
    .map((name) => ({ name })),
});
