import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { ensureInstalled, enterProject } from "./install.js";

// npm runs scripts in the package's folder; the files are named from where the person stands.
const from = process.env.INIT_CWD ?? process.cwd();
enterProject();
await ensureInstalled();
// Only now, because it comes with the dependencies that may just have been installed.
const { ensureTools } = await import("./build-tools.js");
await ensureTools();

const files = process.argv.slice(2).map((file) => resolve(from, file));
const { status } = spawnSync(process.execPath, ["build/tools/sandbox-import.js", ...files], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
