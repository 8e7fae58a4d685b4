import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { ensureInstalled, enterProject } from "./install.js";

enterProject();
ensureInstalled();
const { areas } = await import("./mutation/areas.js");
const { mutationPage } = await import("./mutation/page.js");
const { isGoodEnough, resultsOf, summary } = await import("./mutation/report.js");
const { known } = await import("./mutation/survivors.js");

const PAGE = "docs/mutation.md";
const REPORT = ".cache/mutation/report.json";

const options = process.argv.slice(2);
const stryker = ["node_modules/@stryker-mutator/core/bin/stryker.js", "run"];
const config = "tests/mutation/stryker.config.js";
const { status } = spawnSync(process.execPath, [...stryker, config, ...options], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

const results = resultsOf(JSON.parse(readFileSync(REPORT, "utf8")), areas, known);
console.log(summary(results).join("\n"));
// A run of a part says nothing of the rest.
if (options.length === 0) {
  writeFileSync(PAGE, mutationPage(results, new Date().toISOString().slice(0, 10)));
  spawnSync(process.execPath, ["node_modules/oxfmt/bin/oxfmt", PAGE], { stdio: "inherit" });
}
process.exitCode = isGoodEnough(results) ? 0 : 1;
