import { ensureInstalled } from "./install.js";
import { conclude, runSteps } from "./steps.js";

const CACHE = "node_modules/.cache/check";

ensureInstalled();

// The caches make the second run quick; `npm test` has none.
await Promise.all([
  runSteps([
    {
      name: "Lint",
      command: ["node_modules/oxlint/bin/oxlint", "--config", "oxlint.config.js"],
    },
  ]),
  runSteps([
    {
      name: "Types",
      command: [
        "node_modules/typescript/bin/tsc",
        "--noEmit",
        "--incremental",
        `--tsBuildInfoFile`,
        `${CACHE}/types.tsbuildinfo`,
      ],
    },
    {
      name: "Unit and architecture tests",
      command: [
        "node_modules/vitest/vitest.mjs",
        "run",
        "tests/unit",
        "tests/architecture",
        "--reporter=dot",
        "--no-isolate",
        "--maxWorkers=1",
      ],
    },
    {
      name: "Format",
      command: [
        "node_modules/prettier/bin/prettier.cjs",
        "--check",
        "--log-level=warn",
        "--cache",
        `--cache-location=${CACHE}/prettier`,
        ".",
      ],
    },
  ]),
]);
conclude();
