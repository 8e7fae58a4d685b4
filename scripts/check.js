import { ensureInstalled } from "./install.js";
import { runAndReport } from "./run-and-report.js";

const CACHE = "node_modules/.cache/check";

ensureInstalled();

// The caches make the second run quick; `npm test` has none.
await runAndReport([
  {
    name: "Lint",
    alone: "npm run lint",
    command: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
  },
  {
    name: "Types",
    alone: "npm run typecheck",
    command: [
      "node_modules/@typescript/native/bin/tsc",
      "--noEmit",
      "--incremental",
      `--tsBuildInfoFile`,
      `${CACHE}/types.tsbuildinfo`,
    ],
  },
  {
    name: "Unit and architecture tests",
    alone: "npm run unit tests/unit tests/architecture tests/torture",
    command: [
      "node_modules/vitest/vitest.mjs",
      "run",
      "tests/unit",
      "tests/architecture",
      "tests/torture",
      "--reporter=dot",
      "--no-isolate",
      "--maxWorkers=1",
    ],
  },
  {
    name: "Format",
    alone: "npm run format",
    command: ["node_modules/oxfmt/bin/oxfmt", "--check"],
  },
]);
