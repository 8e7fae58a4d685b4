import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { ensureInstalled, enterProject, isServable } from "./project.js";

// npm runs scripts in the package's folder, but file arguments are relative to the folder of the command.
const from = process.env.INIT_CWD ?? process.cwd();
enterProject();
if (!isServable()) {
  await ensureInstalled();
  // Imported late, because its packages may just have been installed.
  const { buildTools } = await import("./node-bundle.js");
  await buildTools();
}

const files = process.argv.slice(2).map((file) => resolve(from, file));
const { status } = spawnSync(process.execPath, ["build/tools/sandbox-import.js", ...files], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
