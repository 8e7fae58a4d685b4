import { defineConfig } from "@playwright/test";
import { programPath } from "../../scripts/test-programs.js";

/** The browsers that are not Chromium, one journey each, side by side. */
export default defineConfig({
  testDir: ".",
  outputDir: "../output/engines",
  reporter: [["list"], ["json", { outputFile: "../output/engines.json" }]],
  globalSetup: "./built-site.ts",
  workers: 2,
  // Patience proves nothing and costs nothing: on a busy machine everything comes late.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  projects: (["firefox", "webkit"] as const)
    .filter((name) => programPath(name) !== null)
    .map((name) => ({ name })),
});
