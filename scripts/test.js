import { rmSync } from "node:fs";
import { ENGINE_NAMES, howToInstall } from "./engines.js";
import { ensureInstalled } from "./install.js";
import {
  prometheusProgram,
  HOW_TO_INSTALL_PROMTOOL,
  promtool,
  HOW_TO_INSTALL_REDIS,
  redisProgram,
} from "./test-programs.js";
import { runAndReport } from "./run-and-report.js";
import { OUTPUT, installedEngines, suite } from "./suites.js";

console.log(`Node ${process.version}`);
ensureInstalled();
rmSync(OUTPUT, { recursive: true, force: true });

const skipped = ENGINE_NAMES.filter((name) => !installedEngines.includes(name)).map(
  (name) => `The journey in ${name}. ${howToInstall(name)}`,
);
if (!redisProgram()) skipped.push(`Several instances with one Redis. ${HOW_TO_INSTALL_REDIS}`);
if (!promtool() || !prometheusProgram()) {
  skipped.push(`What Prometheus says of the alert rules. ${HOW_TO_INSTALL_PROMTOOL}`);
}

/** @type {import("./steps.js").Step[]} */
const steps = [
  { name: "Chromium", command: ["scripts/browser.js"], alone: "node scripts/browser.js", cores: 0 },
  { name: "Production build", command: ["scripts/build.js"], alone: "npm run build" },
  // It often waits for its servers: there is room beside it for what follows, but for the last.
  { ...suite("integration"), needs: ["Production build"] },
  {
    name: "Lint",
    command: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
    alone: "npm run lint",
  },
  suite("unit"),
  {
    name: "Types",
    command: ["node_modules/@typescript/native/bin/tsc", "--noEmit"],
    alone: "npm run typecheck",
  },
  {
    name: "Format",
    command: ["node_modules/oxfmt/bin/oxfmt", "--check"],
    alone: "npm run format",
  },
];
// Its pages wait for films and notices: there is room for it beside the integration tests.
if (installedEngines.length > 0) {
  steps.push({ ...suite("engines"), needs: ["Production build"] });
}
steps.push({ ...suite("browser"), needs: ["Production build", "Chromium"], cores: 2 });

const ended = await runAndReport(steps, skipped);
if (!ended) rmSync(OUTPUT, { recursive: true, force: true });
