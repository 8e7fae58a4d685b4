import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./browser.js";
import { ensureBuilt } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Math.floor(Math.random() * 1_000_000)) },
    minutes: { type: "string", default: "5" },
    walk: { type: "string" },
  },
});
const { seed, minutes, walk } = values;
if (![seed, minutes, walk ?? "1"].every((value) => Number(value) > 0)) {
  console.error("Usage: npm run explore -- [--seed N] [--minutes M] [--walk W]");
  process.exit(1);
}
enterProject();
ensureInstalled();
await ensureBuilt();
const { status } = spawnSync(
  process.execPath,
  ["node_modules/@playwright/test/cli.js", "test", "-c", "tests/explore"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      CHROMIUM_PATH: await ensureBrowser(),
      EXPLORE_SEED: seed,
      EXPLORE_MINUTES: minutes,
      ...(walk !== undefined && { EXPLORE_WALK: walk }),
    },
  },
);
process.exitCode = status ?? 1;
