import { mutated } from "../../scripts/mutation/areas.js";

const FOLDER = ".cache/mutation";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "tests/mutation/vitest.config.ts" },
  coverageAnalysis: "perTest",
  // A busy machine is slow; endless loops are found by counting.
  timeoutMS: 30_000,
  concurrency: 2,
  mutate: mutated,
  ignorePatterns: ["/build", "/.data", "/.cache", "/public"],
  tempDirName: `${FOLDER}/sandbox`,
  // A mutant is judged again only when it or its tests have changed.
  incremental: true,
  incrementalFile: `${FOLDER}/incremental.json`,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: `${FOLDER}/report.json` },
};
