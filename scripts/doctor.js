import { isServable } from "./build.js";
import { ensureInstalled, enterProject } from "./install.js";

// A file argument is relative to the folder in which the command was started.
process.env.INIT_CWD ??= process.cwd();
enterProject();
if (!isServable()) {
  await ensureInstalled();
  const { ensureTools } = await import("./build-tools.js");
  await ensureTools();
}
await import(new URL("../build/tools/doctor.js", import.meta.url).href);
