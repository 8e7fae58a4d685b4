import { defineConfig } from "@playwright/test";
import e2e from "../e2e/playwright.config";

/** Random walks over the built site; `npm run explore` starts them. */
export default defineConfig({
  testDir: ".",
  outputDir: "../output/explore-run",
  reporter: "line",
  workers: 1,
  timeout: 0,
  use: { ...e2e.use, reuseContext: false },
});
