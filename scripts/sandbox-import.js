import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { ensureInstalled, enterProject } from "./install.js";

// npm runs scripts in the package's folder, but file arguments are relative to the folder of the command.
const from = process.env.INIT_CWD ?? process.cwd();
enterProject();
await ensureInstalled();
// Imported late, because its dependencies may just have been installed.
const { ensureTools } = await import("./build-tools.js");
await ensureTools();

const files = process.argv.slice(2).map((file) => resolve(from, file));
const { status } = spawnSync(process.execPath, ["build/tools/sandbox-import.js", ...files], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
